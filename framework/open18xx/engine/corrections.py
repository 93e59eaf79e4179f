"""Moderators' corrections: changes outside the rules that a table has agreed on.

Kinds and their details:

``tile``      hex, tile, rotation — put a tile, whatever the rules say
``token``     corporation, hex, city, remove (true takes it away)
``cash``      from, to, amount
``share``     corporation, from, to, shares
``price``     corporation, row, column (from 0)
``train``     train, from, to (owners: bank, pool, a corporation)
``earnings``  amount — what the operating corporation's trains have earned
``private``   private, owner (a player, or ``closed``)
``action``    action — an otherwise refused action, in the form of a game file
``end``       (none) — the players have agreed to stop; the game is counted at once
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from open18xx.actions.codec import BadAction
from open18xx.actions.kinds import Correct
from open18xx.engine.context import Context
from open18xx.errors import EngineFault, IllegalAction, Refusal
from open18xx.rules.laying import put_tile, tell_lifted
from open18xx.rules.presidency import settle_presidency
from open18xx.rules.tokens import city_tokens, put_token, replace_token
from open18xx.state.changes import SetPrivateOwner, SetValue
from open18xx.state.game_state import BANK, GameState
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.track.lays import Lay


class _Bad(Exception):
    """Details that do not fit."""


def correction_refusals(context: Context, view: View, action: Correct) -> tuple[Refusal, ...]:
    """Why a correction cannot be made; it is tried on a throw-away copy."""
    if not view.state.corrections:
        return (Refusal("correction.not_allowed", "this table does not allow moderators' corrections"),)
    if action.what not in _KINDS:
        return (Refusal("correction.unknown", f"{action.what!r} is none of {', '.join(_KINDS)}"),)
    if not action.reason.strip():
        return (Refusal("correction.no_reason", "a correction needs a reason"),)
    assert isinstance(view.state, GameState)
    try:
        _KINDS[action.what](context, Transaction(view.title, view.state, view.hooks), action)
    except IllegalAction as error:
        return error.refusals
    except (_Bad, BadAction) as error:
        return (Refusal("correction.details", f"{action.what}: {error}"),)
    except (KeyError, ValueError, IndexError, AssertionError, TypeError, StopIteration, EngineFault) as error:
        return (Refusal("correction.impossible", f"{action.what}: cannot be done here ({error})"),)
    return ()


def apply_correction(context: Context, tx: Transaction, action: Correct) -> None:
    """Make a correction that :func:`correction_refusals` has accepted."""
    tx.emit(
        "corrected", what=action.what, reason=action.reason, details=dict(action.details), player=action.actor
    )
    _KINDS[action.what](context, tx, action)


def _text(details: Mapping[str, object], name: str) -> str:
    value = details.get(name)
    if not isinstance(value, str):
        raise _Bad(f"{name} should be a text")
    return value


def _number(details: Mapping[str, object], name: str) -> int:
    value = details.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Bad(f"{name} should be a whole number")
    return value


def _tile(context: Context, tx: Transaction, action: Correct) -> None:
    del context
    lay = Lay(
        _text(action.details, "hex"), _text(action.details, "tile"), _number(action.details, "rotation")
    )
    if lay.hex not in tx.title.map.hexes:
        raise _Bad(f"there is no hex {lay.hex}")
    if lay.tile not in tx.title.tiles.entries or lay.rotation not in range(6):
        raise _Bad(f"there is no tile {lay.tile} in rotation {lay.rotation}")
    put_tile(tx, lay)
    tell_lifted(tx, lay.hex)


def _token(context: Context, tx: Transaction, action: Correct) -> None:
    del context
    corporation, hex_id = _text(action.details, "corporation"), _text(action.details, "hex")
    city = _number(action.details, "city")
    held = city_tokens(tx.view, hex_id)
    left = tx.view.record(corporation).tokens_left
    if action.details.get("remove"):
        replace_token(tx, hex_id, city, corporation, None)
        tx.update(corporation, tokens_left=left + 1)
        return
    if corporation in held[city] or left < 1:
        raise _Bad(f"{corporation} has a token there already, or none left")
    put_token(tx, corporation, hex_id, city)
    tx.update(corporation, tokens_left=left - 1)


def _cash(context: Context, tx: Transaction, action: Correct) -> None:
    del context
    source, target = _text(action.details, "from"), _text(action.details, "to")
    for owner in (source, target):
        if owner not in tx.view.state.cash:
            raise _Bad(f"{owner} has no cash")
    tx.pay(source, target, _number(action.details, "amount"))


def _share(context: Context, tx: Transaction, action: Correct) -> None:
    del context
    corporation, source = _text(action.details, "corporation"), _text(action.details, "from")
    target, count = _text(action.details, "to"), _number(action.details, "shares")
    sizes = tx.view.structure(corporation).certificates
    single = [i for i in tx.view.certificates_of(corporation, source) if i and sizes[i] == 1]
    if not 0 < count <= len(single):
        raise _Bad(f"{source} has {len(single)} single shares of {corporation}")
    tx.give(corporation, tuple(single[:count]), target)
    settle_presidency(tx, corporation)


def _price(context: Context, tx: Transaction, action: Correct) -> None:
    del context
    row, column = _number(action.details, "row"), _number(action.details, "column")
    corporation = _text(action.details, "corporation")
    if not tx.title.market.exists(row, column) or tx.view.place(corporation) is None:
        raise _Bad("no such space, or the corporation has no price")
    tx.place_marker(corporation, row, column)


def _train(context: Context, tx: Transaction, action: Correct) -> None:
    del context
    train, source, target = (_text(action.details, name) for name in ("train", "from", "to"))
    if source == BANK:
        tx.issue_train(train, target)
        return
    held = next(t for t in tx.view.trains(source) if t.rpartition("-")[0] == train)
    tx.move_train(held, source, target)


def _earnings(context: Context, tx: Transaction, action: Correct) -> None:
    del context
    amount = _number(action.details, "amount")
    if not tx.view.is_operating() or tx.view.state.round.turn.step != "routes" or amount < 0:
        raise _Bad("earnings are corrected in the step routes of an operating turn")
    corporation = tx.view.operating
    tx.turn(earnings=amount, passed=True)
    tx.emit("routes_run", corporation=corporation, earnings=amount, runs=(), corrected=True)
    tx.hooks.notify("on_routes_run", tx=tx, corporation=corporation, earnings=amount)


def _private(context: Context, tx: Transaction, action: Correct) -> None:
    del context
    private, owner = _text(action.details, "private"), _text(action.details, "owner")
    if private not in tx.view.state.privates or (owner != "closed" and owner not in tx.view.state.players):
        raise _Bad("no such private company, or no such owner")
    tx.do(SetPrivateOwner(private, owner))


def _action(context: Context, tx: Transaction, action: Correct) -> None:
    forced = context.codec.from_json(action.details.get("action"))
    step = context.steps.handler(tx.view, forced) or context.steps.any_for(forced)
    if step is None or isinstance(forced, Correct):
        raise _Bad(f"{forced.kind} cannot be forced")
    step.perform(tx, forced)


def _end(context: Context, tx: Transaction, action: Correct) -> None:
    del context, action
    tx.do(SetValue("end_reason", "agreed"))


_KINDS: dict[str, Callable[[Context, Transaction, Correct], None]] = {
    "tile": _tile,
    "token": _token,
    "cash": _cash,
    "share": _share,
    "price": _price,
    "train": _train,
    "earnings": _earnings,
    "private": _private,
    "action": _action,
    "end": _end,
}
