"""``companies.yaml``: share structures, flotation, private companies and corporations."""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.definition.companies import (
    Ability,
    Companies,
    Corporation,
    Flotation,
    Grant,
    Home,
    Private,
    ShareStructure,
)
from open18xx.loading.builders.section import Section


def build_companies(section: Section) -> Companies:
    """All companies."""
    return Companies(
        structures={name: _structure(name, item) for name, item in section.named("share_structures")},
        flotation=tuple(_flotation(line) for line in section.sections("flotation")),
        privates={item.text("id"): _private(item) for item in section.sections("privates")},
        corporations={item.text("id"): _corporation(item) for item in section.sections("corporations")},
    )


def _structure(name: str, item: Section) -> ShareStructure:
    return ShareStructure(
        id=name,
        certificates=item.numbers("certificates"),
        reserve=item.numbers("reserve"),
        percent_per_share=item.number("percent_per_share"),
        float_shares=item.number("float_shares"),
        sold_out_move=item.flag("sold_out_move", default=True),
        next=item.optional_text("next"),
        survives_without_president=item.flag("survives_without_president"),
        pool_shares_leave=item.flag("pool_shares_leave"),
    )


def _flotation(line: Section) -> Flotation:
    return Flotation(
        structure=line.optional_text("structure"),
        phases=line.texts("phases"),
        capital_shares=line.number("capital_shares"),
        rest_to=line.choice("rest_to", "ipo", "treasury", "pool"),
        tokens=line.optional_number("tokens"),
    )


def _private(item: Section) -> Private:
    return Private(
        id=item.text("id"),
        name=item.text("name"),
        nickname=item.text("nickname", item.text("id")),
        cost=item.number("cost"),
        revenue=item.number("revenue"),
        grants=tuple(
            Grant(
                grant.text("corporation", ""),
                grant.choice("certificate", "share", "president", "last_share"),
                grant.texts("among"),
                _by_players(grant.section("structures")),
            )
            for grant in item.sections("grants")
        ),
        abilities=tuple(_ability(ability) for ability in item.sections("abilities")),
        closes_on_first_train_of=item.optional_text("closes_on_first_train_of"),
        players=item.numbers("players"),
        for_corporations=item.flag("for_corporations", default=True),
        closes_on_first_operation_of=item.optional_text("closes_on_first_operation_of"),
        closes_in=item.optional_text("closes_in"),
        revenue_to_corporation=item.optional_number("revenue_to_corporation"),
    )


def _by_players(section: Section) -> Mapping[int, str]:
    """Share structures by number of players."""
    return {int(count): section.text(count) for count in section.data}


def _ability(ability: Section) -> Ability:
    return Ability(
        kind=ability.text("kind"),
        step=ability.text("step", "any"),
        hexes=ability.texts("hexes"),
        terrain=ability.optional_text("terrain"),
        amount=ability.number("amount", 0),
        expires_in=ability.optional_text("expires_in"),
        closes=ability.flag("closes"),
        owner=ability.choice("owner", "any", "player", "corporation", "seller"),
        when=ability.choices(
            "when", "stock_round", "track", "operating_turn", "between_turns", "until_track", "sold", "any"
        ),
        uses=ability.number("uses", 1),
        tiles=ability.texts("tiles"),
        together=ability.flag("together"),
        extra=ability.flag("extra", default=True),
        needs_route=ability.flag("needs_route"),
        free=ability.flag("free"),
        by_chart=ability.flag("by_chart"),
        token=ability.flag("token"),
        corporation=ability.optional_text("corporation"),
        marker=ability.optional_text("marker"),
        sources=ability.choices("sources", "ipo", "pool"),
    )


def homes_of(item: Section) -> list[Section]:
    """Home spaces of a corporation: ``home`` is one mapping or a list of them."""
    home = item.data.get("home")
    if home is None:
        return []
    return item.sections("home") if isinstance(home, list) else [item.section("home")]


def _corporation(item: Section) -> Corporation:
    colours = item.section("colours")
    return Corporation(
        id=item.text("id"),
        name=item.text("name"),
        nickname=item.text("nickname", item.text("id")),
        start=item.choice("start", "players", "formed"),
        structure=item.text("structure"),
        structures=_by_players(item.section("structures")),
        homes=tuple(Home(home.text("hex"), home.number("city", 0)) for home in homes_of(item)),
        destination=item.optional_text("destination"),
        tokens=item.number("tokens", 0),
        colour=colours.text("background", "808080"),
        text_colour=colours.text("text", "FFFFFF"),
        home_tokens=item.choice("home_tokens", "one_of", "all", "starter_chooses"),
        token_costs=item.numbers("token_costs"),
        available_from=item.optional_text("available_from"),
    )
