"""Hexes, edges and rotation: pure arithmetic."""
