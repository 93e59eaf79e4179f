"""Buying and selling shares."""

from __future__ import annotations

from open18xx.errors import Refusal
from open18xx.rules.bundles import price_of_presidency, saleable, saleable_after_exchange
from open18xx.rules.homes import home_choices
from open18xx.rules.limits import (
    certificate_count,
    certificate_limit,
    holding_limit,
    pool_room,
)
from open18xx.rules.market import move_price
from open18xx.rules.presidency import exchange_certificate, settle_presidency
from open18xx.state.game_state import BANK, CLOSED, IPO, POOL, OwnerId, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def source_owner(corporation: str, source: str) -> OwnerId:
    """Owner id behind the word a player uses: ``treasury`` is the corporation itself."""
    return corporation if source == "treasury" else source


def certificate_for_sale(view: View, corporation: str, source: str, shares: int) -> int | None:
    """Index of the certificate of that size which ``source`` would sell, or None.

    The president's certificate is only sold this way when nobody is president and it is no
    larger than an ordinary share.
    """
    sizes = view.structure(corporation).certificates
    owner = source_owner(corporation, source)
    held = view.certificates_of(corporation, owner)
    if (
        0 in held
        and sizes[0] == shares
        and view.president(corporation) is None
        and view.record(corporation).started
    ):
        return 0
    return next((i for i in held if i and sizes[i] == shares), None)


def certificate_price(view: View, corporation: str, source: str) -> int:
    """Price of one share of a started corporation: by policy the start price in the initial offering."""
    if source == IPO and view.title.policies.stock.purchase_price == "par_in_ipo":
        price = view.record(corporation).start_price
    else:
        price = view.price(corporation)
    assert price is not None
    return price


def purchase_refusals(
    view: View, player: PlayerId, corporation: str, source: str, shares: int
) -> tuple[Refusal, ...]:
    """Why a player may not buy a certificate; the turn's own conditions are the step's business."""
    record = view.record(corporation)
    if record.closed:
        return (Refusal("stock.closed", f"{corporation} has left the game"),)
    if not record.started:
        return (
            Refusal(
                "stock.president_first",
                f"{corporation} has not been started: its president's certificate comes first",
            ),
        )
    if source == IPO and record.floated and not view.unsold(corporation):
        return (
            Refusal(
                "stock.offering_closed",
                f"{corporation} has floated: its stock is sold by its treasury or the pool",
            ),
        )
    if source == "treasury" and not view.title.policies.stock.treasury_for_sale:
        return (
            Refusal("stock.treasury_kept", f"the shares in the treasury of {corporation} are not for sale"),
        )
    refusals: list[Refusal] = []
    if certificate_for_sale(view, corporation, source, shares) is None:
        word = "share" if shares == 1 else "shares"
        refusals.append(
            Refusal("stock.none_there", f"no certificate of {shares} {word} of {corporation} in: {source}")
        )
    cost = certificate_price(view, corporation, source) * shares
    if view.cash(player) < cost:
        refusals.append(
            Refusal(
                "stock.too_dear",
                f"the certificate costs {view.money(cost)}; {view.purse(player)}",
            )
        )
    refusals.extend(_limit_refusals(view, player, corporation, shares))
    refusals.extend(
        view.hooks.forbid(
            "forbid_share_purchase",
            view=view,
            buyer=player,
            corporation=corporation,
            source=source,
            shares=shares,
        )
    )
    return tuple(refusals)


def _limit_refusals(view: View, player: PlayerId, corporation: str, shares: int) -> tuple[Refusal, ...]:
    refusals: list[Refusal] = []
    percent = view.percent(corporation, player) + shares * view.structure(corporation).percent_per_share
    most = holding_limit(view, corporation)
    if percent > most:
        refusals.append(
            Refusal(
                "stock.holding_limit",
                f"{view.name(player)} would own {percent} % of {corporation}; {most} % is the limit",
            )
        )
    if "certificates_not_counted" not in view.effects_at(corporation):
        count, limit = certificate_count(view, player) + 1, certificate_limit(view)
        if count > limit:
            refusals.append(
                Refusal(
                    "stock.certificate_limit",
                    f"{view.name(player)} would own {count} certificates; {limit} is the limit",
                )
            )
    return tuple(refusals)


def start_refusals(view: View, player: PlayerId, corporation: str, price: int) -> tuple[Refusal, ...]:
    """Why a player may not start a corporation at a start price."""
    record = view.record(corporation)
    printed = view.corporation(corporation)
    if printed.start != "players" or record.closed:
        return (Refusal("stock.cannot_start", f"{corporation} cannot be started by a player"),)
    if record.started or view.state.certificates[corporation][0] != IPO:
        return (Refusal("stock.already_started", f"the president's certificate of {corporation} is taken"),)
    if printed.available_from is not None and not view.phase_reached(printed.available_from):
        return (
            Refusal(
                "stock.not_available", f"{corporation} is available from phase {printed.available_from} on"
            ),
        )
    if printed.home_tokens == "starter_chooses" and not home_choices(view, corporation):
        return (Refusal("stock.no_home", f"no city with a free slot is left as a home of {corporation}"),)
    prices = start_prices(view)
    if price not in prices:
        return (
            Refusal(
                "stock.start_price",
                f"{view.money(price)} is no start price; choose {', '.join(map(view.money, prices))}",
            ),
        )
    structure = view.title.companies.structures[start_structure(view, corporation)]
    shares = structure.president_shares
    refusals: list[Refusal] = []
    cost = shares * price
    if view.cash(player) < cost:
        refusals.append(
            Refusal(
                "stock.too_dear",
                f"the certificate costs {view.money(cost)}; {view.purse(player)}",
            )
        )
    space = next(s for s in view.title.market.start_spaces if view.title.market.price(s) == price)
    exempt = any(
        space in z.spaces and "certificates_not_counted" in z.effects for z in view.title.market.zones
    )
    count, limit = certificate_count(view, player) + 1, certificate_limit(view)
    if count > limit and not exempt:
        refusals.append(
            Refusal(
                "stock.certificate_limit",
                f"{view.name(player)} would own {count} certificates; {limit} is the limit",
            )
        )
    percent = (
        view.shares(corporation, player) * structure.percent_per_share + shares * structure.percent_per_share
    )
    if percent > view.title.limits.holding_percent:
        refusals.append(
            Refusal(
                "stock.holding_limit",
                f"{view.name(player)} would own {percent} % of {corporation}; "
                f"{view.title.limits.holding_percent} % is the limit",
            )
        )
    refusals.extend(view.hooks.forbid("forbid_start", view=view, player=player, corporation=corporation))
    return tuple(refusals)


def start_prices(view: View, *, granted: bool = False) -> tuple[int, ...]:
    """Start prices in the order of the chart.

    Args:
        granted: those for a corporation whose president's certificate comes with a private company.
    """
    market = view.title.market
    return tuple(market.price(space) for space in market.places_to_start(granted=granted))


def start_structure(view: View, corporation: str) -> str:
    """Share structure a corporation would have if it were started now."""
    present = view.record(corporation).structure
    return view.hooks.modify("modify_start_structure", present, view=view, corporation=corporation)


# -- selling -----------------------------------------------------------------------------------


def sale_refusals(
    view: View, seller: PlayerId, corporation: str, shares: int, *, keep_presidency: bool = False
) -> tuple[Refusal, ...]:
    """Why a player may not sell that many shares in one block.

    Args:
        keep_presidency: refuse sales that would make somebody else president.
    """
    held = view.shares(corporation, seller)
    if shares < 1 or shares > held:
        return (
            Refusal(
                "stock.not_owned", f"{view.name(seller)} owns {held} shares of {corporation}, not {shares}"
            ),
        )
    if view.price(corporation) is None:
        return (Refusal("stock.no_price", f"{corporation} has no price yet: its shares cannot be sold"),)
    refusals: list[Refusal] = []
    policy = view.title.policies.stock
    if policy.sell_only_operated and not view.has_operated(corporation):
        refusals.append(
            Refusal("stock.not_operated", f"{corporation} has not operated yet: its stock cannot be sold")
        )
    room = pool_room(view, corporation)
    if shares > room:
        refusals.append(
            Refusal(
                "stock.pool_limit",
                f"the pool may take {room} more of {corporation} ({view.title.limits.pool_percent} % limit)",
            )
        )
    successor = _successor(view, seller, corporation, shares)
    if view.president(corporation) == seller:
        loose = held - view.structure(corporation).president_shares
        if shares > loose and successor is None:
            refusals.append(
                Refusal(
                    "stock.president_unsellable",
                    f"the president's certificate of {corporation} is not sold, and nobody can take it over",
                )
            )
        if keep_presidency and successor is not None:
            refusals.append(
                Refusal(
                    "emergency.keeps_presidency",
                    f"this sale would make {view.name(successor)} president of the needy {corporation}",
                )
            )
    if not any(refusal.code == "stock.president_unsellable" for refusal in refusals):
        refusals.extend(_bundle_refusals(view, seller, corporation, shares, successor))
    refusals.extend(
        view.hooks.forbid(
            "forbid_share_sale", view=view, seller=seller, corporation=corporation, shares=shares
        )
    )
    return tuple(refusals)


def _bundle_refusals(
    view: View, seller: PlayerId, corporation: str, shares: int, successor: PlayerId | None
) -> tuple[Refusal, ...]:
    """Why no certificates of the seller make up that number of shares."""
    if successor is not None:
        possible = saleable_after_exchange(view, corporation, seller, successor, shares)
    else:
        possible = saleable(view, corporation, seller, shares) is not None
    if possible:
        return ()
    message = f"no certificates of {view.name(seller)} make up exactly {shares} shares of {corporation}"
    return (Refusal("stock.not_split", message),)


def _successor(view: View, seller: PlayerId, corporation: str, shares: int) -> PlayerId | None:
    """Who becomes president when the present one sells ``shares``; None if he stays or nobody can."""
    if view.president(corporation) != seller:
        return None
    best, most = None, view.shares(corporation, seller) - shares
    for player in view.players_from(seller, after=True):
        held = view.shares(corporation, player)
        if held > most and price_of_presidency(view, corporation, player) is not None:
            best, most = player, held
    return best


def sell_shares(tx: Transaction, seller: PlayerId, corporation: str, shares: int, cause: str = "sale") -> int:
    """Sell shares to the pool at the present price, then lower the price; returns the proceeds.

    The president's certificate changes hands first where the sale makes somebody else president:
    shares that come free in the exchange may be among those sold.
    """
    view = tx.view
    price = view.price(corporation)
    assert price is not None
    successor = _successor(view, seller, corporation, shares)
    if successor is not None:
        exchange_certificate(tx, corporation, seller, successor)
    given = saleable(view, corporation, seller, shares)
    if given is None:
        raise ValueError(f"{seller} cannot part with {shares} shares of {corporation}")
    proceeds = price * shares
    tx.give(corporation, given, POOL)
    tx.pay(BANK, seller, proceeds)
    tx.emit(
        "shares_sold", seller=seller, corporation=corporation, shares=shares, price=price, proceeds=proceeds
    )
    move_price(tx, corporation, "down", tx.title.market.sale_rows * shares, cause)
    settle_presidency(tx, corporation)
    return proceeds


def buy_certificate(tx: Transaction, buyer: PlayerId, corporation: str, source: str, shares: int) -> None:
    """Buy one certificate; the treasury or the bank is paid."""
    view = tx.view
    index = certificate_for_sale(view, corporation, source, shares)
    price = certificate_price(view, corporation, source)
    assert index is not None
    cost = price * shares
    tx.pay(buyer, corporation if source == "treasury" else BANK, cost)
    tx.give(corporation, (index,), buyer)
    tx.emit(
        "shares_bought",
        buyer=buyer,
        corporation=corporation,
        source=source,
        shares=shares,
        price=price,
        cost=cost,
    )
    if view.structure(corporation).pool_shares_leave and buyer != view.president(corporation):
        _pool_share_leaves(tx, corporation)
    if index == 0:
        tx.emit("president_changed", corporation=corporation, old=None, new=buyer)
        tx.hooks.notify("on_president_changed", tx=tx, corporation=corporation, old=None, new=buyer)
    settle_presidency(tx, corporation)


def _pool_share_leaves(tx: Transaction, corporation: str) -> None:
    """A share that lies in the pool leaves the game."""
    held = tx.view.certificates_of(corporation, POOL)
    if held:
        tx.give(corporation, held[-1:], CLOSED)
        tx.emit("share_removed", corporation=corporation)
