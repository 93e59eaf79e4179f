"""Actions that need another player's agreement."""

from __future__ import annotations

import json

from open18xx.actions.base import Action, Offer, Range
from open18xx.actions.kinds import Respond
from open18xx.engine.context import Context
from open18xx.errors import IllegalAction, Refusal
from open18xx.state.canonical import canonical_text
from open18xx.state.game_state import Decision, Json
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Step


def _key(context: Context, action: Action) -> str:
    return canonical_text(context.codec.to_json(action))


def declined(context: Context, view: View, action: Action) -> tuple[Refusal, ...]:
    """The refusal that an action gets which another player has declined in this turn."""
    refused = view.state.round.turn.refused
    if refused and _key(context, action) in refused:
        return (Refusal("consent.declined", "the other player has declined exactly this in this turn"),)
    return ()


def still_offered(context: Context, view: View, offers: list[Offer]) -> list[Offer]:
    """Offers without what other players have declined in this turn; a range is cut around it."""
    refused = [context.codec.from_json(json.loads(text)) for text in view.state.round.turn.refused]
    if not refused:
        return offers
    kept: list[Offer] = []
    for offer in offers:
        against = [action for action in refused if offer.same_family(action)]
        if not against:
            kept.append(offer)
        elif offer.free:
            kept.extend(_cut(offer, against))
    return kept


def _cut(offer: Offer, against: list[Action]) -> list[Offer]:
    """Parts of an offer with one free range that hold none of the declined values."""
    if len(offer.free) != 1:
        return [offer]
    ((name, domain),) = offer.free.items()
    if not isinstance(domain, Range):
        return [offer]
    parts: list[Offer] = []
    low = domain.low
    declined_values = {getattr(action, name) for action in against}
    for value in (*sorted(v for v in declined_values if v in domain), domain.high + domain.step):
        if low <= value - domain.step:
            part = Range(low, value - domain.step, domain.step)
            parts.append(Offer(offer.action.varied(name, low), {name: part}))
        low = value + domain.step
    return parts


def ask_or_perform(context: Context, tx: Transaction, step: Step, action: Action) -> None:
    """Play a legal action at once, or ask those who must agree."""
    needed = tuple(dict(step.consents(tx.view, action)).items())
    if not needed:
        step.perform(tx, action)
        return
    _ask(context, tx, action, needed)


def _ask(context: Context, tx: Transaction, action: Action, needed: tuple[tuple[str, str], ...]) -> None:
    record = context.codec.to_json(action)
    player, reason = needed[0]
    data: dict[str, Json] = {"reason": reason, "asked_by": action.actor, "then": needed[1:]}
    corporation = getattr(action, "corporation", None)
    tx.ask(Decision("consent", player, corporation, data, record))
    tx.emit("consent_asked", player=player, by=action.actor, reason=reason, action=record)


def respond(context: Context, tx: Transaction, answer: Respond) -> None:
    """Take an answer: ask the next player, play the action, or drop it."""
    decision = tx.view.state.pending[-1]
    assert decision.action is not None
    action = context.codec.from_json(decision.action)
    tx.answered()
    tx.emit(
        "consent_given" if answer.agree else "consent_refused", player=answer.actor, action=decision.action
    )
    if not answer.agree:
        tx.turn(refused=(*tx.view.state.round.turn.refused, _key(context, action)))
        return
    rest = decision.data["then"]
    assert isinstance(rest, tuple)
    if rest:
        _ask(context, tx, action, rest)  # type: ignore[arg-type]
        return
    step = context.steps.handler(tx.view, action)
    found = step.check(tx.view, action) if step is not None else ()
    if step is None or found:
        raise IllegalAction(found or (Refusal("turn.not_now", "the action is no longer possible"),))
    step.perform(tx, action)
