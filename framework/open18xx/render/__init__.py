"""Drawings of a title and of positions, as SVG: pure functions from definitions to elements."""
