"""Private companies: what they give and what they can do must exist."""

from __future__ import annotations

from typing import Final

from open18xx.definition.companies import GRANTED
from open18xx.loading.builders.section import Section
from open18xx.loading.facts import Facts
from open18xx.loading.problems import Report
from open18xx.loading.shape import nearest

#: What powers of a kind cannot do without, besides an amount.
_NEEDS: Final = {
    "block_hexes": ("hexes",),
    "lay_tile": ("tiles", "when"),
    "marker_discount": ("marker", "amount"),
    "token": ("hexes",),
    "terrain_discount": ("terrain",),
    "exchange": ("corporation", "sources", "when"),
}


def lint_privates(facts: Facts, report: Report) -> None:
    """Check grants, powers and prices of the private companies."""
    presidents: dict[str, str] = {}
    cost = 0
    for private in facts.things("companies", "privates"):
        for ability in private.sections("abilities"):
            _ability(ability, facts, report)
        _grants(private, presidents, facts, report)
        if private.text("closes_on_first_train_of", "") != GRANTED:
            _named(private, "closes_on_first_train_of", "T519", facts, report)
        if private.number("cost") < cost:
            report.on(
                "T522",
                private,
                "cost",
                f"{private.number('cost')} stands after {cost}",
                "sort by rising cost",
            )
        cost = max(cost, private.number("cost"))
    auction = facts.part("rounds", "auction")
    privates = facts.names("companies", "privates")
    if auction is not None and facts.knows("companies", "privates"):
        if auction.text("kind") == "none" and privates:
            report.on("T525", auction, "kind", "there are private companies, but no auction sells them")
        elif auction.text("kind") != "none" and not privates:
            report.on("T525", auction, "kind", "there are no private companies to sell")


def _named(section: Section, key: str, code: str, facts: Facts, report: Report) -> bool:
    """Whether the corporation named by a key exists; reported when it does not."""
    name = section.optional_text(key)
    names = facts.names("companies", "corporations")
    if name is None or name in names or not facts.knows("companies", "corporations"):
        return name in names
    report.on(code, section, key, f"there is no corporation '{name}'", nearest(name, names))
    return False


def _grants(private: Section, presidents: dict[str, str], facts: Facts, report: Report) -> None:
    for grant in private.sections("grants"):
        if ("corporation" in grant) == ("among" in grant):
            report.on("T517", grant, None, "a grant names one corporation, or several to draw among")
            continue
        if "among" in grant:
            continue
        if (
            not _named(grant, "corporation", "T517", facts, report)
            or grant.text("certificate") != "president"
        ):
            continue
        name = grant.text("corporation")
        if name in presidents:
            report.on(
                "T518",
                grant,
                "certificate",
                f"{presidents[name]} gives the president's certificate of {name} already",
            )
        presidents.setdefault(name, private.text("id"))


def _ability(ability: Section, facts: Facts, report: Report) -> None:
    hexes = facts.names("map", "hexes")
    for index, hex_id in enumerate(ability.texts("hexes")):
        if hex_id not in hexes and facts.knows("map", "hexes"):
            path = (*ability.path, "hexes", index)
            report.at("T520", "companies", path, f"the map has no hex {hex_id}", nearest(hex_id, hexes))
    _known(ability, "terrain", ("map", "terrain"), "terrain", facts, report)
    _known(ability, "corporation", ("companies", "corporations"), "corporation", facts, report)
    manifest = facts.names("tiles", "manifest")
    for index, tile in enumerate(ability.texts("tiles")):
        if tile not in manifest and facts.knows("tiles", "manifest"):
            path = (*ability.path, "tiles", index)
            report.at("T520", "companies", path, f"the manifest has no tile {tile}", nearest(tile, manifest))
    _known(ability, "expires_in", ("phases", "phases"), "phase", facts, report)
    operating = facts.part("rounds", "operating")
    step = ability.text("step", "any")
    if operating is not None and step != "any" and step not in operating.texts("turn"):
        hint = nearest(step, ("any", *operating.texts("turn")))
        report.on("T520", ability, "step", f"the operating turn has no step '{step}'", hint)
    kind = ability.text("kind")
    if kind == "free_terrain" and "terrain" not in ability and "hexes" not in ability:
        report.on(
            "T521", ability, "kind", "free_terrain needs terrain", "add terrain: and a kind of map.yaml"
        )
    elif kind in ("city_bonus", "train_limit", "terrain_discount") and not ability.number("amount", 0):
        report.on("T521", ability, "kind", f"{kind} needs an amount", "add amount: 10, for example")
    for needed in _NEEDS.get(kind, ()):
        if needed not in ability:
            report.on("T521", ability, "kind", f"{kind} needs {needed}", f"add {needed}:")


def _known(
    ability: Section, key: str, where: tuple[str, str], what: str, facts: Facts, report: Report
) -> None:
    name = ability.optional_text(key)
    names = facts.names(*where)
    if name is not None and name not in names and facts.knows(*where):
        report.on("T520", ability, key, f"there is no {what} '{name}'", nearest(name, names))
