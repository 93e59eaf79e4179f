"""Edges and edge masks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from open18xx.geometry.edges import ALL_EDGES, EDGES, edges_of, mask_of, opposite, turn, turn_mask

masks = st.integers(min_value=0, max_value=ALL_EDGES)
rotations = st.integers(min_value=0, max_value=5)


def test_opposite_edges() -> None:
    assert [opposite(edge) for edge in EDGES] == [3, 4, 5, 0, 1, 2]


@given(masks, rotations)
def test_turning_a_mask_turns_each_edge(mask: int, rotation: int) -> None:
    assert set(edges_of(turn_mask(mask, rotation))) == {turn(edge, rotation) for edge in edges_of(mask)}
    assert turn_mask(turn_mask(mask, rotation), 6 - rotation) == mask


@given(masks)
def test_masks_and_edges_are_inverse(mask: int) -> None:
    assert mask_of(edges_of(mask)) == mask
