"""All files together: the title."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from open18xx.definition.tiles import TileDefinition
from open18xx.definition.title import Currency, HookModule, Limits, Option, PlayerCount, Title
from open18xx.loading.builders.companies import build_companies
from open18xx.loading.builders.homes import with_home_cities
from open18xx.loading.builders.map import build_map, build_regions
from open18xx.loading.builders.market import build_market
from open18xx.loading.builders.rounds import build_policies
from open18xx.loading.builders.rules import build_rules
from open18xx.loading.builders.section import Section
from open18xx.loading.builders.tiles import build_tile, build_tile_set
from open18xx.loading.builders.trains import build_phases, build_trains
from open18xx.loading.catalogue import STANDARD_SET, catalogue
from open18xx.loading.kinds import KINDS
from open18xx.loading.nodes import Plain, frozen
from open18xx.loading.notation import COLOUR_BANDS, Bands, bands_of_phases


def known_tiles(section: Section, bands: Bands = COLOUR_BANDS) -> Mapping[str, TileDefinition]:
    """Geometry of all tiles a pack may name: those of the library sets it asks for, and its own."""
    sets = catalogue()
    known: dict[str, TileDefinition] = dict(sets[STANDARD_SET])
    for name in section.texts("sets"):
        if name not in sets:
            raise section.error("sets", f"there is no set of tiles named {name!r}")
        known.update(sets[name])
    for tile_id, tile in section.named("tiles"):
        known[tile_id] = build_tile(tile_id, tile, bands=bands)
    return known


def build_options(title: Section) -> Mapping[str, Option]:
    """Variants by id."""
    return {
        item.text("id"): Option(
            id=item.text("id"),
            name=item.text("name"),
            text=item.text("text"),
            players=item.numbers("players"),
            requires=item.texts("requires"),
            excludes=item.texts("excludes"),
            readings=item.texts("readings"),
            set=_frozen_mapping(item.section("set").data),
        )
        for item in title.sections("options")
    }


def _frozen_mapping(data: Mapping[str, Plain]) -> Mapping[str, object]:
    return MappingProxyType({key: frozen(value) for key, value in data.items()})


def build_hook_modules(title: Section, files: Mapping[str, Path]) -> tuple[HookModule, ...]:
    """Hook modules in the order of the pack.

    Args:
        files: where each module lies.
    """
    return tuple(
        HookModule(
            name=item.text("module"),
            path=files[item.text("module")],
            parameters=_frozen_mapping(item.section("parameters").data),
        )
        for item in title.sections("hooks")
    )


def _is_unlimited(bank: Section) -> bool:
    return bank.data.get("cash") == "unlimited"


def _bank_cash(bank: Section) -> int:
    """All the money; an unlimited bank is counted from nothing downwards."""
    return 0 if _is_unlimited(bank) else bank.number("cash")


def build_title(
    data: Mapping[str, Plain],
    *,
    folder: Path,
    content_hash: str,
    active_options: frozenset[str],
    hook_files: Mapping[str, Path],
) -> Title:
    """The title made of the data of all files.

    Args:
        data: by kind of file.
        hook_files: where each hook module lies.

    Raises:
        BuildError: a value is not what the schema demands.
    """
    title = Section(data["title"], "title")
    tiles = Section(data["tiles"], "tiles")
    game_map = Section(data["map"], "map")
    bands = bands_of_phases(data["phases"])
    tile_set = build_tile_set(tiles, known_tiles(tiles, bands))
    currency = title.section("currency")
    limits = title.section("limits")
    companies = build_companies(Section(data["companies"], "companies"))
    return Title(
        id=title.text("id"),
        name=title.text("name"),
        subtitle=title.text("subtitle", ""),
        version=title.text("version", "0"),
        content_hash=content_hash,
        folder=folder,
        currency=Currency(currency.text("symbol", "$"), currency.flag("after")),
        bank_cash=_bank_cash(title.section("bank")),
        bank_unlimited=_is_unlimited(title.section("bank")),
        players=MappingProxyType(
            {
                int(count): PlayerCount(item.number("cash"), item.number("certificate_limit"))
                for count, item in title.named("players")
            }
        ),
        limits=Limits(
            holding_percent=limits.number("holding_percent", 60),
            pool_percent=limits.number("pool_percent", 50),
            privates_count=limits.flag("privates_count", default=True),
        ),
        map=with_home_cities(build_map(game_map, tile_set, bands), companies.corporations.values()),
        regions=MappingProxyType(build_regions(game_map)),
        tiles=tile_set,
        market=build_market(Section(data["market"], "market")),
        trains=MappingProxyType(build_trains(Section(data["trains"], "trains"))),
        phases=MappingProxyType(build_phases(Section(data["phases"], "phases"))),
        companies=companies,
        policies=build_policies(Section(data["rounds"], "rounds")),
        rulebook=build_rules(Section(data["rules"], "rules") if "rules" in data else None),
        options=MappingProxyType(build_options(title)),
        active_options=active_options,
        hook_modules=build_hook_modules(title, hook_files),
        data=MappingProxyType({kind: frozen(value) for kind, value in data.items() if kind in KINDS}),
    )
