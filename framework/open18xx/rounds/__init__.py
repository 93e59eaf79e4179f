"""Rounds: how play moves from turn to turn and from round to round."""
