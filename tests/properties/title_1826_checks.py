"""What the rules of 1826 forbid in any position or action: nationals, loans, bonds, trains, conversion.

Everything is reckoned from the printed figures below, not from the title pack or its hooks, so that a fault
there shows. Each check returns what is wrong, in words; nothing is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from open18xx.actions.base import Action
from open18xx.actions.kinds import BuyTrain, SellShares, TradeOwnShares
from open18xx.engine.game import Game, Turn
from open18xx.rules.running import train_specs
from open18xx.state.game_state import CLOSED, POOL, GameState, is_player, train_type
from open18xx.state.view import View

PHASES = ("2H", "4H", "6H", "10H", "E", "TGV")
NATIONALS = ("Etat", "SNCF")
LIMITS = {
    "five": (2, 2, 1, 0, 0, 0),
    "ten": (4, 4, 3, 2, 2, 2),
    "national": (0, 0, 4, 3, 3, 3),
}
#: First phase in which a type is no longer in play.
OBSOLETE = {"2H": "6H", "4H": "10H", "6H": "E"}
#: E trains of corporations -> stops, factor.
E_TERMS = {0: (2, 2), 1: (2, 2), 2: (3, 2), 3: (3, 2), 4: (4, 2)}
LEAST_START = {"Etat": 82, "SNCF": 110}
TOP_ROW = (82, 90, 100, 110, 122, 135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400)
BONDS = 10
MOST_LOANS = 2


def reached(state: GameState, phase: str) -> bool:
    """Whether a phase has begun."""
    return PHASES.index(state.phase) >= PHASES.index(phase)


def loans(state: GameState) -> Mapping[str, int]:
    """Loans by corporation."""
    return cast("Mapping[str, int]", state.memory.get("loans", {}))


def bonds(state: GameState) -> Mapping[str, int]:
    """Bonds by owner."""
    return cast("Mapping[str, int]", state.memory.get("bonds", {}))


# -- positions -------------------------------------------------------------------------------------


def bonds_are_conserved(view: View) -> Iterator[str]:
    """Ten once the SNCF has formed, none before; with players, in the pool, in its treasury."""
    held = bonds(view.state)
    wanted = BONDS if view.record("SNCF").started else 0
    if sum(held.values()) != wanted:
        yield f"there are {sum(held.values())} bonds, not {wanted}"
    for owner, count in held.items():
        if count < 0 or not (is_player(owner) or owner in (POOL, "SNCF")) or owner in view.state.out:
            yield f"{owner} has {count} bonds"


def loans_are_within_the_limit(view: View) -> Iterator[str]:
    """At most two, of corporations in play."""
    for corporation, count in loans(view.state).items():
        record = view.record(corporation)
        if not 0 < count <= MOST_LOANS or record.closed or (not record.floated and corporation != "Etat"):
            yield f"{corporation} owes {count} loans"


def share_structures_fit_the_phase(view: View) -> Iterator[str]:
    """No five-share corporation from 10H on, none that has not floated from 6H on; Belge never is one."""
    for corporation, record in view.state.corporations.items():
        if record.closed or not record.started or record.structure != "five":
            continue
        if reached(view.state, "10H") or corporation == "Belge" or corporation in NATIONALS:
            yield f"{corporation} has five shares in phase {view.state.phase}"
        if reached(view.state, "6H") and not record.floated:
            yield f"{corporation} has not floated and has five shares in phase {view.state.phase}"


def nationals_are_in_order(view: View) -> Iterator[str]:
    """When they may exist, who can have merged, whose tokens lie on the map."""
    for national, phase in (("Etat", "6H"), ("SNCF", "10H")):
        record = view.record(national)
        if record.started and not reached(view.state, phase):
            yield f"{national} exists in phase {view.state.phase}"
        if record.started and not record.closed and sum(_all_shares(view, national).values()) != 10:
            yield f"{national} has {_all_shares(view, national)}"
        if not record.started and any(
            national in slots for cities in view.state.tokens.values() for slots in cities
        ):
            yield f"{national} has tokens before it has formed"
    merged = cast("Mapping[str, str]", view.state.memory.get("merged_into", {}))
    for corporation, national in merged.items():
        if corporation in ("Belge", "SNCF") or national not in NATIONALS:
            yield f"{corporation} has merged into {national}"
        if not view.record(corporation).closed or view.trains(corporation) or view.cash(corporation):
            yield f"{corporation} has merged but has something left"
        if set(view.state.certificates[corporation]) != {CLOSED}:
            yield f"certificates of {corporation} are still about"
    if view.record("Belge").structure != "ten":
        yield "Belge is no ten-share corporation"


def tokens_are_within_their_number(view: View) -> Iterator[str]:
    """One token of a corporation a city; an ordinary corporation never has more than it got at floating."""
    placed: dict[str, int] = {}
    for hex_id, cities in view.state.tokens.items():
        for slots in cities:
            for owner in slots:
                if owner is not None:
                    placed[owner] = placed.get(owner, 0) + 1
                    if slots.count(owner) > 1 or view.record(owner).closed or not view.record(owner).started:
                        yield f"{owner} in {hex_id}: {slots}"
    for corporation, record in view.state.corporations.items():
        most = {"Etat": 3, "SNCF": 4}.get(corporation, 5)
        if record.tokens_left < 0 or record.tokens_left > most:
            yield f"{corporation} has {record.tokens_left} tokens left"
        if corporation not in NATIONALS and placed.get(corporation, 0) + record.tokens_left > 5:
            yield f"{corporation} has more than five tokens"


def trains_are_within_the_limits(view: View) -> Iterator[str]:
    """Unless somebody is asked which to give up. One TGV a corporation; nothing obsolete."""
    state = view.state
    asked = {decision.corporation for decision in state.pending if decision.kind == "discard_train"}
    for corporation, record in state.corporations.items():
        held = view.train_types(corporation)
        extra = sum(
            m.amount for m in state.markers if m.kind == "train_limit" and m.corporation == corporation
        )
        limit = LIMITS[record.structure][PHASES.index(state.phase)] + extra
        if len(held) > limit and corporation not in asked:
            yield f"{corporation} has {len(held)} trains, its limit is {limit} in phase {state.phase}"
        if held.count("TGV") > 1:
            yield f"{corporation} has {held.count('TGV')} TGV"
    for owner, trains in state.trains.items():
        for train in trains if owner != CLOSED else ():
            gone = OBSOLETE.get(train_type(train))
            if gone is not None and reached(state, gone):
                yield f"{owner} still has {train} in phase {state.phase}"


def electric_trains_run_by_their_table(view: View) -> Iterator[str]:
    """Reach and factor of E trains by how many corporations own; five and single after the first TGV."""
    owned = sum(view.train_types(c).count("E") for c in view.state.corporations)
    wanted = (5, 1) if view.state.issued["TGV"] else E_TERMS[owned]
    for corporation in view.state.corporations:
        for spec in train_specs(view, corporation) if "E" in view.train_types(corporation) else ():
            if spec.id == "E" and (spec.number, spec.multiplier) != wanted:
                yield f"an E train of {corporation} reaches {spec.number} at {spec.multiplier}, not {wanted}"
            if spec.id == "TGV" and (spec.number, spec.multiplier) != (3, 2):
                yield f"a TGV of {corporation} reaches {spec.number} at {spec.multiplier}"


def private_powers_end_in_time(view: View) -> Iterator[str]:
    """Private companies are closed from 10H on, their tokens gone from E on."""
    if reached(view.state, "10H") and set(view.state.privates.values()) != {CLOSED}:
        yield f"private companies in phase {view.state.phase}: {dict(view.state.privates)}"
    if reached(view.state, "E") and view.state.markers:
        yield f"tokens of private companies in phase {view.state.phase}: {view.state.markers}"


POSITION_CHECKS: tuple[Callable[[View], Iterator[str]], ...] = (
    bonds_are_conserved,
    loans_are_within_the_limit,
    share_structures_fit_the_phase,
    nationals_are_in_order,
    tokens_are_within_their_number,
    trains_are_within_the_limits,
    electric_trains_run_by_their_table,
    private_powers_end_in_time,
)


# -- actions ---------------------------------------------------------------------------------------


def turns_end_with_a_train(before: View, turn: Turn, after: View) -> Iterator[str]:
    """Nobody's operating turn ends without a train, unless it has left the game or has no president."""
    del before
    for event in turn.events:
        if event.kind == "turn_ended":
            corporation = str(event.facts["corporation"])
            record = after.record(corporation)
            if (
                not record.closed
                and after.president(corporation) is not None
                and not after.trains(corporation)
            ):
                yield f"{corporation} has ended its turn without a train"


def loans_are_taken_for_a_purpose(before: View, turn: Turn, after: View) -> Iterator[str]:
    """A loan comes with a train from the bank or pool or with interest; by a corporation without a train."""
    kinds = [(event.kind, event.facts.get("corporation")) for event in turn.events]
    for place, event in enumerate(turn.events):
        if event.kind not in ("loans_taken", "bonds_issued"):
            continue
        corporation = event.facts["corporation"]
        later = {kind for kind, who in kinds[place:] if who == corporation}
        waits = any(d.kind == "raise_money" and d.corporation == corporation for d in after.state.pending)
        if not (
            later & {"train_bought", "debt_paid", "player_bankrupt"} or waits or after.is_operating() is False
        ):
            yield f"{corporation}: {event.kind} for nothing"
        if isinstance(turn.action, BuyTrain) and before.trains(str(corporation)):
            yield f"{corporation} has borrowed for a further train"
        if event.kind == "loans_taken" and corporation == "SNCF" and bonds(after.state).get("SNCF"):
            yield "the SNCF has taken a loan while it had bonds"


def the_pool_limit_holds_in_sales(before: View, turn: Turn, after: View) -> Iterator[str]:
    """Whatever a bankruptcy or a merger has put there, nobody sells above half of a corporation."""
    del before
    action = turn.action
    sale = isinstance(action, SellShares) or (isinstance(action, TradeOwnShares) and action.shares < 0)
    if sale and not any(event.kind == "player_bankrupt" for event in turn.events):
        corporation = cast("SellShares", action).corporation
        if not after.record(corporation).closed and after.percent(corporation, POOL) > 50:
            yield f"{action} leaves {after.percent(corporation, POOL)} % in the pool"


def mergers_follow_the_rules(before: View, turn: Turn, after: View) -> Iterator[str]:
    """Who merges, what everybody gets, the price, the money and the number of 10H trains."""
    for event in turn.events:
        if event.kind == "national_formed":
            yield from _merger(before, turn, after, event.facts)


def _merger(before: View, turn: Turn, after: View, facts: Mapping[str, object]) -> Iterator[str]:
    name, merged = str(facts["corporation"]), cast("tuple[str, ...]", facts["merged"])
    phase = after.state.phase
    if (name, phase) not in (("Etat", "6H"), ("SNCF", "10H"), ("SNCF", "E")):
        yield f"{name} forms in phase {phase}"
    rusting = {"6H": "2H", "10H": "4H", "E": "6H"}[phase]
    buyer = before.operating
    trainless = {
        corporation
        for corporation, record in before.state.corporations.items()
        if record.floated
        and not record.closed
        and record.turns
        and corporation not in ("Belge", buyer)
        and set(before.train_types(corporation)) <= {rusting}
    }
    if set(merged) != trainless or len(merged) < 2:
        yield f"{merged} merge, {sorted(trainless)} should"
    if not isinstance(turn.action, BuyTrain):
        return  # a sale came before the purchase: holdings have changed in between
    shares, given_bonds = expected_exchange(before, name, merged, buyer)
    price = expected_price(before, name, merged)
    owed = sum(loans(before.state).get(corporation, 0) for corporation in merged)
    if facts["start"] != price:
        yield f"{name} starts at {facts['start']}, not {price}"
    money = sum(before.cash(corporation) for corporation in merged)
    if name == "Etat":
        if loans(after.state).get(name, 0) != min(MOST_LOANS, owed) or facts["price"] != price:
            yield f"the Etat has {loans(after.state).get(name, 0)} of {owed} loans at {facts['price']}"
    else:
        left = BONDS - sum(given_bonds.values()) + given_bonds.get(name, 0)
        given_bonds[POOL] = given_bonds.get(POOL, 0) + min(owed, left)
        given_bonds[name] = left - min(owed, left)
        found = {owner: count for owner, count in bonds(after.state).items() if count}
        if found != {owner: count for owner, count in given_bonds.items() if count}:
            yield f"bonds lie {found}, not {given_bonds}"
        money += cast(int, facts["price"]) * shares[name]
        shares[POOL] = shares.get(POOL, 0) + shares.pop(name)
        if loans(after.state).get(name, 0):
            yield "the SNCF starts with loans"
    if after.cash(name) != money and not any(e.kind == "turn_started" for e in turn.events):
        yield f"{name} has {after.cash(name)}, not {money}"
    found = {owner: count for owner, count in _all_shares(after, name).items() if count}
    if found != {owner: count for owner, count in shares.items() if count}:
        yield f"{name} lies {found}, not {shares}"
    if phase == "10H":
        startable = [c for c in after.state.corporations if c not in NATIONALS and not after.record(c).closed]
        etat = after.record("Etat").started and not after.record("Etat").closed
        count = len(startable) + 1 + etat
        total = after.state.issued["10H"] + (after.state.supply["10H"] or 0)
        if total != min(5, max(2, count - 5)):
            yield f"{total} 10H trains with {count} corporations"


def expected_exchange(
    before: View, name: str, merged: tuple[str, ...], buyer: str
) -> tuple[dict[str, int], dict[str, int]]:
    """Shares and bonds by owner, two old ones for one, in the order of the rules."""
    left_shares, left_bonds = 10, BONDS if name == "SNCF" else 0
    shares: dict[str, int] = {}
    given_bonds: dict[str, int] = {}
    first = before.president(buyer)
    assert first is not None
    pool = sum(_all_shares(before, corporation).get(POOL, 0) for corporation in merged)
    treasury = sum(
        _all_shares(before, corporation).get(corporation, 0)
        + (5 if before.record(corporation).structure == "five" else 0)
        for corporation in merged
    )
    for owner in (*before.players_from(first), name, POOL):
        if owner == POOL:
            old = pool
        elif owner == name:
            old = treasury
        else:
            old = sum(_all_shares(before, corporation).get(owner, 0) for corporation in merged)
        wanted = old // 2
        pool += old % 2 if owner != POOL else 0
        shares[owner] = min(wanted, left_shares)
        left_shares -= shares[owner]
        given_bonds[owner] = min(wanted - shares[owner], left_bonds)
        left_bonds -= given_bonds[owner]
    shares[name] += left_shares
    given_bonds[name] += 0
    return shares, given_bonds


def expected_price(before: View, name: str, merged: tuple[str, ...]) -> int:
    """Top-row value not above the average of the two highest prices, with the printed minimum."""
    prices = sorted((before.price(corporation) or 0 for corporation in merged), reverse=True)
    average = (prices[0] + prices[1]) / 2
    return max(value for value in TOP_ROW if value <= max(average, LEAST_START[name]))


def _all_shares(view: View, corporation: str) -> dict[str, int]:
    """Shares in play by owner, by the sizes printed on the certificates."""
    sizes = {"five": (2, 1, 1, 1), "ten": (2, *(1,) * 8), "national": (1,) * 10}[
        view.record(corporation).structure
    ]
    found: dict[str, int] = {}
    for size, owner in zip(sizes, view.state.certificates[corporation], strict=False):
        found[owner] = found.get(owner, 0) + size
    return found


ACTION_CHECKS: tuple[Callable[[View, Turn, View], Iterator[str]], ...] = (
    turns_end_with_a_train,
    loans_are_taken_for_a_purpose,
    the_pool_limit_holds_in_sales,
    mergers_follow_the_rules,
)


def offences(game: Game) -> list[str]:
    """Everything that is wrong with the last action of a game and the position after it."""
    after = game.view
    found = [text for check in POSITION_CHECKS for text in check(after)]
    if len(game.turns) > 1:
        before = View(game.title, game.turns[-2].state, game.context.hooks)
        found += [text for check in ACTION_CHECKS for text in check(before, game.turns[-1], after)]
    return found


def played(game: Game, action: Action) -> list[str]:
    """Play an action; what is wrong then."""
    game.apply(action)
    return offences(game)
