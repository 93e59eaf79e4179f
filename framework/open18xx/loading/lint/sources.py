"""Where the figures of a pack come from: all its tables say it, or none."""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.loading.kinds import SOURCE, TABLES
from open18xx.loading.nodes import MappingNode, Node
from open18xx.loading.problems import Report


def lint_sources(roots: Mapping[str, Node], report: Report) -> None:
    """Warn of tables without a source where other tables of the same pack have one.

    Only the pack's own files count: what an overlay inherits is its base's affair, and a source written
    below says nothing about figures changed above.
    """
    tables = {kind: roots[kind] for kind in TABLES if kind in roots}
    own = {kind: root for kind, root in tables.items() if _is_own(root)}
    naming = [kind for kind, root in own.items() if _names_source(root)]
    for kind in own:
        if naming and kind not in naming:
            report.at(
                "T008",
                kind,
                (),
                f"{kind}.yaml does not say where its figures come from; {naming[0]}.yaml does",
                "add source:",
            )


def _is_own(node: Node | None) -> bool:
    return node is not None and node.source.depth == 0


def _names_source(root: Node) -> bool:
    return isinstance(root, MappingNode) and _is_own(root.value(SOURCE))
