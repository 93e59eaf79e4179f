"""The hook catalogue: every point at which a title can speak.

The first word tells the kind. ``on_`` is told what happened and gets the transaction, so it may
act. ``modify_`` gets ``value`` and returns the new value, always. ``forbid_`` returns a refusal or
None. ``offer_`` returns a tuple of extra things. ``decide_`` gives one answer. All but ``on_`` get a
read-only view. Implementations may take any subset of the parameters, by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from open18xx.hooks.marker import hookspec

if TYPE_CHECKING:
    from open18xx.definition.rounds import Allowance
    from open18xx.errors import Refusal
    from open18xx.rules.funds import Fund
    from open18xx.state.transaction import Transaction
    from open18xx.state.view import View
    from open18xx.track.routes.trains import TrainSpec

# -- game, rounds, turns -----------------------------------------------------------------------


@hookspec
def on_game_started(tx: Transaction) -> None:
    """The cash has been dealt; nothing else has happened. Set up what the title remembers."""


@hookspec
def on_round_started(tx: Transaction, kind: str) -> None:
    """A round (``auction``, ``stock`` or ``operating``) begins."""


@hookspec
def on_round_ended(tx: Transaction, kind: str) -> None:
    """A round is over; prices of sold-out corporations have been moved."""


@hookspec
def on_turn_started(tx: Transaction, corporation: str) -> None:
    """An operating turn begins; the corporation counts as having operated from now on."""


@hookspec
def on_turn_ended(tx: Transaction, corporation: str) -> None:
    """An operating turn is over."""


@hookspec
def forbid_operating(view: View, corporation: str) -> Refusal | None:
    """Keep a floated corporation from operating in this round."""
    raise NotImplementedError


# -- shares ------------------------------------------------------------------------------------


@hookspec
def modify_start_structure(value: str, view: View, corporation: str) -> str:
    """Share structure with which a corporation would be started now."""
    raise NotImplementedError


@hookspec
def forbid_start(view: View, player: str, corporation: str) -> Refusal | None:
    """Keep a player from buying a president's certificate."""
    raise NotImplementedError


@hookspec
def forbid_share_purchase(
    view: View, buyer: str, corporation: str, source: str, shares: int
) -> Refusal | None:
    """Keep a player (or the corporation itself) from buying a certificate."""
    raise NotImplementedError


@hookspec
def forbid_share_sale(view: View, seller: str, corporation: str, shares: int) -> Refusal | None:
    """Keep an owner from selling shares."""
    raise NotImplementedError


@hookspec
def modify_certificate_count(value: int, view: View, player: str) -> int:
    """Certificates that count against a player's limit."""
    raise NotImplementedError


@hookspec
def on_president_changed(tx: Transaction, corporation: str, old: str | None, new: str | None) -> None:
    """The president's certificate has changed hands."""


@hookspec
def on_corporation_floated(tx: Transaction, corporation: str) -> None:
    """A corporation has its charter, money and home token."""


@hookspec
def on_corporation_closed(tx: Transaction, corporation: str) -> None:
    """A corporation is leaving the game; clear what the title remembers about it."""


@hookspec
def on_bankruptcy(tx: Transaction, player: str) -> None:
    """A player is bankrupt; his shares are about to go to the pool."""


# -- track and tokens --------------------------------------------------------------------------


@hookspec
def modify_track_allowance(
    value: tuple[Allowance, ...], view: View, corporation: str
) -> tuple[Allowance, ...]:
    """Alternatives for the track actions of the operating turn."""
    raise NotImplementedError


@hookspec
def forbid_tile_lay(view: View, corporation: str, hex: str, tile: str, rotation: int) -> Refusal | None:
    """Refuse a lay or an upgrade that is legal otherwise."""
    raise NotImplementedError


@hookspec
def offer_tile_consents(
    view: View, corporation: str, hex: str, tile: str, rotation: int
) -> tuple[tuple[str, str], ...]:
    """Players (with the reason) who must agree to a lay, besides the actor."""
    raise NotImplementedError


@hookspec
def modify_tile_cost(value: int, view: View, corporation: str, hex: str, tile: str) -> int:
    """Money a lay costs."""
    raise NotImplementedError


@hookspec
def on_tile_laid(tx: Transaction, corporation: str, hex: str, tile: str) -> None:
    """A tile has been laid or upgraded."""


@hookspec
def forbid_token(view: View, corporation: str, hex: str, city: int) -> Refusal | None:
    """Refuse a station token that could be placed otherwise."""
    raise NotImplementedError


@hookspec
def modify_token_cost(value: int, view: View, corporation: str, hex: str, city: int) -> int:
    """Money a station token costs."""
    raise NotImplementedError


@hookspec
def on_token_placed(tx: Transaction, corporation: str, hex: str, city: int) -> None:
    """A station token has been placed."""


# -- trains and routes -------------------------------------------------------------------------


@hookspec
def modify_train_spec(value: TrainSpec, view: View, corporation: str, train: str) -> TrainSpec:
    """What a train of type ``train`` can do now."""
    raise NotImplementedError


@hookspec
def modify_stop_value(value: int, view: View, corporation: str, hex: str, stop: int) -> int:
    """Revenue of a stop for a corporation. Asked once for each stop before a search, never inside it."""
    raise NotImplementedError


@hookspec
def on_routes_run(tx: Transaction, corporation: str, earnings: int) -> None:
    """The trains have run."""


@hookspec
def modify_train_limit(value: int, view: View, corporation: str) -> int:
    """Trains a corporation may own."""
    raise NotImplementedError


@hookspec
def forbid_train_purchase(
    view: View, corporation: str, train: str, source: str, price: int
) -> Refusal | None:
    """Refuse a purchase that is legal otherwise.

    Limits on the price between corporations belong in :func:`modify_train_price_range`, which the list of
    legal actions shows.
    """
    raise NotImplementedError


@hookspec
def modify_train_price_range(
    value: tuple[int, int], view: View, buyer: str, seller: str, train: str
) -> tuple[int, int]:
    """Least and greatest price between two corporations."""
    raise NotImplementedError


@hookspec
def on_train_bought(tx: Transaction, corporation: str, train: str, source: str) -> None:
    """A train has been bought and paid; the phase has changed if it was the first of its type."""


@hookspec
def on_phase_event(tx: Transaction, event: str, buyer: str) -> None:
    """An event listed for the new phase that is not one of the engine's. ``buyer`` bought the train."""


@hookspec
def modify_emergency_funds(
    value: tuple[Fund, ...], view: View, corporation: str, shortage: int, purpose: str
) -> tuple[Fund, ...]:
    """Add sources of money, in order of use, before the president has to help.

    ``shortage`` is the whole amount missing, ``value`` what earlier sources cover; ``purpose`` is
    ``train`` or ``debt``.
    """
    raise NotImplementedError


@hookspec
def on_emergency_funds(tx: Transaction, corporation: str, fund: Fund) -> None:
    """Raise the money of a fund offered before and pay it to the corporation."""


# -- the end -----------------------------------------------------------------------------------


@hookspec
def modify_final_price(value: int, view: View, corporation: str) -> int:
    """Value of one share in the final count."""
    raise NotImplementedError


@hookspec
def modify_worth(value: int, view: View, player: str) -> int:
    """A player's worth: what the title adds to cash and shares."""
    raise NotImplementedError


@hookspec
def offer_faults(view: View) -> tuple[str, ...]:
    """What is not conserved among the things the title remembers; empty when all is well."""
    raise NotImplementedError
