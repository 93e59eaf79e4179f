"""Diagnostics of companies."""

from __future__ import annotations

from typing import Final

from open18xx.loading.codes.entry import error, warning

COMPANIES: Final = (
    error(
        "T501",
        "shares do not make 100 %",
        "The certificates times the percent of a share must be the whole corporation.",
        "certificates: [2, 1, 1, 1]\npercent_per_share: 10",
        "certificates: [2, 1, 1, 1]\npercent_per_share: 20",
    ),
    error(
        "T502",
        "president's certificate larger than the float",
        "The corporation would float with its first purchase, by more than is needed.",
    ),
    error("T503", "float larger than the corporation", "It could never float."),
    error("T504", "unknown next structure", "A corporation can only change to a structure that exists."),
    error(
        "T505",
        "reserve that does not fit the next structure",
        "Shares in play and reserve together become the shares of the next structure.",
    ),
    error("T506", "unknown share structure", "companies.yaml has no such share structure."),
    error("T507", "home on an unknown hex", "The map has no hex of this name."),
    error("T508", "home that is no city", "Station tokens lie in cities."),
    error("T509", "more homes than slots", "The home tokens do not fit into the city."),
    error(
        "T510", "destination that is no place", "A destination is a hex with a city, town or off-board area."
    ),
    error("T511", "destination out of reach", "No track can ever join it to the home."),
    error("T512", "corporation without home", "A corporation that players start needs a home."),
    error(
        "T513",
        "corporation without tokens",
        "Neither the corporation nor its line of flotation says how many it has.",
    ),
    error(
        "T514",
        "flotation of something unknown",
        "The line is for a structure or a phase that does not exist.",
    ),
    error("T515", "corporation that can never float", "No line of flotation is for its structure."),
    warning("T516", "line of flotation that never holds", "The lines above it cover every case of it."),
    error("T517", "grant of an unknown corporation", "The private company gives a certificate of nobody."),
    error("T518", "president's certificate given twice", "There is only one."),
    error("T519", "closed by an unknown corporation", "The private company would never close this way."),
    error(
        "T520",
        "power over something that is not there",
        "The power names a hex, terrain, phase or step the title does not have.",
    ),
    error("T521", "power that lacks what it needs", "Each kind of power needs what the schema names for it."),
    warning("T522", "private companies out of order", "They are sold from cheap to dear."),
    error("T523", "president's certificate beyond the holding limit", "Nobody could buy it."),
    error("T524", "id of an owner", "bank, ipo, pool and the players are owners already."),
    error(
        "T525",
        "auction and private companies do not fit",
        "Private companies need an auction, and an auction needs them.",
    ),
)
