"""Shared rules as functions: questions take a view, actions a transaction."""
