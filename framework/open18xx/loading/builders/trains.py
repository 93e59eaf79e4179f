"""``trains.yaml`` and ``phases.yaml``."""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.definition.phases import Phase
from open18xx.definition.trains import Reach, TrainType
from open18xx.loading.builders.section import Section


def build_trains(section: Section) -> Mapping[str, TrainType]:
    """Train types by id, in the order in which they become available."""
    return {train.text("id"): _train(train) for train in section.sections("trains")}


def _train(train: Section) -> TrainType:
    count = train.count("count")
    return TrainType(
        id=train.text("id"),
        cost=train.number("cost"),
        count=count,
        printed=train.optional_number("printed") if "printed" in train else count,
        reach=_reach(train),
        town_rule=train.choice("towns", "count", "ignored", "free"),
        multiplier=train.number("multiplier", 1),
        shares_track=train.flag("shares_track"),
        per_corporation=train.optional_number("per_corporation"),
        rusted_by=train.optional_text("rusted_by"),
        rusts=train.choice("rusts", "at_once", "after_run"),
        available_from=train.optional_text("available_from"),
        trade_in=_trade_in(train.section("trade_in")),
        tag=train.optional_text("tag"),
    )


def _trade_in(discounts: Section) -> Mapping[str, int]:
    return {train: discounts.number(train) for train in discounts.data}


def _reach(train: Section) -> Reach:
    if train.data.get("reach") == "unlimited":
        return Reach("unlimited", 0)
    reach = train.section("reach")
    if "hexes" in reach:
        return Reach("hexes", reach.number("hexes"))
    return Reach("stops", reach.number("stops"), reach.number("towns", 0))


def build_phases(section: Section) -> Mapping[str, Phase]:
    """Phases by id, in order."""
    return {phase.text("id"): _phase(phase) for phase in section.sections("phases")}


def _phase(phase: Section) -> Phase:
    limits = phase.section("train_limit")
    return Phase(
        id=phase.text("id"),
        starts_with=phase.optional_text("starts_with"),
        tiles=phase.texts("tiles"),
        operating_rounds=phase.number("operating_rounds"),
        train_limit={structure: limits.number(structure) for structure in limits.data},
        revenue_band=phase.number("revenue_band", 1) - 1,
        trains_between_corporations=phase.flag("trains_between_corporations"),
        events=phase.texts("events"),
        privates_to_corporations=phase.flag("privates_to_corporations"),
        privates_between_players=phase.flag("privates_between_players"),
    )
