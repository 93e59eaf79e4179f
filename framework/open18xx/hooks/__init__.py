"""Hooks: where a title says what no data and no policy can say."""
