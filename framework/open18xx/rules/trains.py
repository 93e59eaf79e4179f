"""Trains: limits, what is for sale, prices."""

from __future__ import annotations

from open18xx.definition.trains import TrainType
from open18xx.errors import Refusal
from open18xx.rules.network import has_route
from open18xx.state.game_state import BANK, POOL
from open18xx.state.view import View


def train_limit(view: View, corporation: str) -> int:
    """Trains the corporation may own now."""
    limit = view.phase.train_limit.get(view.record(corporation).structure, 0)
    for marker in view.state.markers:
        if marker.kind == "train_limit" and marker.corporation == corporation:
            limit += marker.amount
    return view.hooks.modify("modify_train_limit", limit, view=view, corporation=corporation)


def is_obsolete(view: View, train: str) -> bool:
    """Whether trains of a type leave after they have run once more."""
    printed = view.title.trains[train]
    by = printed.rusted_by
    return printed.rusts == "after_run" and by is not None and view.state.issued[by] > 0


def counted_trains(view: View, corporation: str) -> int:
    """Trains of the corporation that count for its limit."""
    held = view.train_types(corporation)
    return sum(not _is_free(view, train) for train in held)


def bank_offers(view: View) -> tuple[str, ...]:
    """Types the bank sells from its supply now."""
    left = tuple(t for t in view.title.trains if view.state.supply[t] != 0)
    if view.title.policies.trains.offered != "next_when_sold_out":
        return left
    return (*left[:1], *(t for t in left[1:] if _is_out(view, t)))


def _is_out(view: View, train: str) -> bool:
    """Whether a train is for sale although trains before it are left."""
    phase = view.title.trains[train].available_from
    return phase is not None and view.phase_reached(phase)


def pool_offers(view: View) -> tuple[str, ...]:
    """Types lying in the pool, in the title's order."""
    lying = set(view.train_types(POOL))
    return tuple(t for t in view.title.trains if t in lying)


def cheapest_offer(view: View) -> TrainType | None:
    """The cheapest train that bank or pool offers, or None if there is none."""
    offered = [view.title.trains[t] for t in (*bank_offers(view), *pool_offers(view))]
    return min(offered, key=lambda train: train.cost) if offered else None


def price_range(view: View, buyer: str, seller: str, train: str) -> tuple[int, int]:
    """Least and greatest price for a train between corporations, by rule, not by purse."""
    free = (view.title.policies.trains.minimum_price, 10**9)
    return view.hooks.modify(
        "modify_train_price_range", free, view=view, buyer=buyer, seller=seller, train=train
    )


def room_refusals(
    view: View, corporation: str, train: str, exchange: str | None = None
) -> tuple[Refusal, ...]:
    """Why the corporation may not own one more train of a type, after handing one in for ``exchange``."""
    refusals: list[Refusal] = []
    held, limit = counted_trains(view, corporation), train_limit(view, corporation)
    if exchange is not None and not _is_free(view, exchange):
        held -= 1
    if held >= limit:
        refusals.append(Refusal("train.limit", f"{corporation} owns {held} trains; its limit is {limit}"))
    most = view.title.trains[train].per_corporation
    if most is not None and view.train_types(corporation).count(train) >= most:
        refusals.append(Refusal("train.one_each", f"{corporation} may own only {most} {train}"))
    return tuple(refusals)


def _is_free(view: View, train: str) -> bool:
    """Whether a train takes no room."""
    return view.title.policies.trains.obsolete == "not_counted" and is_obsolete(view, train)


def offer_refusals(
    view: View, corporation: str, train: str, source: str, price: int, exchange: str | None = None
) -> tuple[Refusal, ...]:
    """Why that train is not to be had from that source at that price, whatever the purse."""
    if train not in view.title.trains:
        return (
            Refusal(
                "train.unknown", f"there is no train {train}; the title has {', '.join(view.title.trains)}"
            ),
        )
    if exchange is not None:
        refused = _exchange_refusals(view, corporation, train, source, exchange)
        if refused:
            return refused
    cost = offer_cost(view, train, exchange)
    if source in (BANK, POOL):
        offers = bank_offers(view) if source == BANK else pool_offers(view)
        if train not in offers:
            found = ", ".join(offers) or "nothing"
            return (
                Refusal("train.not_offered", f"the {source} does not offer a {train}; it offers {found}"),
            )
        if price != cost:
            return (Refusal("train.face_value", f"a {train} costs {view.money(cost)} from the {source}"),)
        return ()
    return _seller_refusals(view, corporation, train, source, price)


def offer_cost(view: View, train: str, exchange: str | None = None) -> int:
    """Price of a train from bank or pool, less the discount for the one handed in."""
    printed = view.title.trains[train]
    return printed.cost - (printed.trade_in.get(exchange, 0) if exchange is not None else 0)


def _exchange_refusals(
    view: View, corporation: str, train: str, source: str, exchange: str
) -> tuple[Refusal, ...]:
    discounts = view.title.trains[train].trade_in
    if source != BANK or exchange not in discounts:
        taken = ", ".join(discounts) or "nothing"
        return (Refusal("train.no_exchange", f"for a {train} from the {BANK} these are handed in: {taken}"),)
    most, done = (
        view.title.policies.trains.trade_ins_per_turn,
        view.state.round.turn.notes.get("trade_ins", 0),
    )
    if most is not None and isinstance(done, int) and done >= most:
        return (Refusal("train.exchanged", f"{corporation} has handed in {done} train in this turn"),)
    if exchange not in view.train_types(corporation):
        return (Refusal("train.not_owned", f"{corporation} has no {exchange} to hand in"),)
    return ()


def _seller_refusals(
    view: View, corporation: str, train: str, seller: str, price: int
) -> tuple[Refusal, ...]:
    if seller not in view.state.corporations:
        return (Refusal("train.no_seller", f"{seller} is neither bank, pool nor a corporation"),)
    if seller == corporation:
        return (Refusal("train.own", f"{corporation} cannot buy from itself"),)
    refusals: list[Refusal] = []
    if not view.phase.trains_between_corporations:
        refusals.append(
            Refusal(
                "train.no_trade_yet",
                f"trains are not traded between corporations in phase {view.state.phase}",
            )
        )
    if train not in view.train_types(seller):
        refusals.append(Refusal("train.not_owned", f"{seller} has no {train}"))
    if is_obsolete(view, train):
        refusals.append(
            Refusal("train.obsolete", f"{train} trains leave after their next run; nobody buys them")
        )
    if view.president(seller) is None:
        refusals.append(Refusal("train.no_president", f"{seller} has no president who could sell"))
    least, most = price_range(view, corporation, seller, train)
    if not least <= price <= most:
        if least == most:
            wanted = f"exactly {view.money(least)}"
        elif most >= 10**9:
            wanted = f"at least {view.money(least)}"
        else:
            wanted = f"{view.money(least)} to {view.money(most)}"
        refusals.append(
            Refusal("train.price", f"the price between {corporation} and {seller} must be {wanted}")
        )
    return tuple(refusals)


def must_own_train(view: View, corporation: str) -> bool:
    """Whether the corporation may not end its turn as it is."""
    if view.trains(corporation) or cheapest_offer(view) is None:
        return False
    must = view.title.policies.trains.must_own
    return must == "always" or (must == "with_route" and has_route(view, corporation))
