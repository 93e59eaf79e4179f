"""Diagnostics of market, trains, phases and rounds."""

from __future__ import annotations

from typing import Final

from open18xx.loading.codes.entry import error, warning

PLAY: Final = (
    error(
        "T301",
        "hole in the market",
        "Prices of a row stand side by side; a marker could not cross the hole.",
        "- [82, null, 100]",
        "- [82, 90, 100]",
    ),
    error("T302", "market in pieces", "A marker could never get from one part of the chart to the other."),
    error("T303", "start space off the chart", "Rows and columns count from 1, top left first."),
    warning("T304", "price that falls to the right", "Prices usually rise from left to right."),
    error("T305", "zone off the chart", "A space of the zone has no price."),
    error("T306", "zone without spaces", "The zone covers nothing, so it has no effect."),
    error("T307", "blocked moves in a circle", "A marker at the edge would never come to rest."),
    warning("T308", "line of the dividend table that never holds", "The lines above it cover the case."),
    warning("T310", "start spaces out of order", "They go from dear to cheap."),
    error(
        "T401",
        "rusted by an unknown train",
        "trains.yaml has no train of this name.",
        "rusted_by: d",
        "rusted_by: D",
    ),
    error("T402", "rusted by an earlier train", "A train would be worthless before it can be bought."),
    error("T403", "phase started by an unknown train", "trains.yaml has no train of this name."),
    error("T404", "first phase with a trigger", "The first phase begins with the game."),
    error("T405", "phase without trigger", "No train starts it, so it would never begin."),
    error("T406", "phases out of order", "Trains appear in the order of trains.yaml; phases must follow it."),
    error("T407", "train that starts two phases", "Only one of them could begin."),
    error("T409", "train limit of an unknown structure", "companies.yaml has no such share structure."),
    error(
        "T410",
        "structure without train limit",
        "A corporation of this structure can float in the first phase.",
    ),
    error(
        "T411",
        "unknown event",
        "Neither the engine nor a hook module handles it.",
        "events: [rust_train]",
        "events: [rust_trains]",
    ),
    warning("T412", "colour that disappears", "Tiles of this colour could be laid in the phase before."),
    warning("T413", "revenue band that goes back", "Revenues usually rise from phase to phase."),
    error(
        "T416",
        "train that never rusts",
        "It is rusted by a train that begins no phase, and trains rust when a phase begins.",
    ),
    error(
        "T601",
        "unknown step",
        "Neither the engine nor a hook module has it.",
        "turn: [track, tokens]",
        "turn: [track, token]",
    ),
    error(
        "T602",
        "steps in the wrong order",
        "Trains run over the track and tokens of this turn, and dividends follow.",
    ),
    error(
        "T603",
        "turn without a needed step",
        "Without routes, dividend and trains a corporation cannot operate.",
    ),
    error("T604", "bids that never fit", "The least raise must itself be an allowed raise."),
)
