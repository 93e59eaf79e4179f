"""Dividing earnings."""

from __future__ import annotations

from open18xx.rules.market import dividend_move, move_price
from open18xx.state.game_state import BANK, IPO, POOL, is_player
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def split_earnings(view: View, earnings: int, choice: str) -> tuple[int, int]:
    """(part withheld for the treasury, part distributed to all shares), in whole currency units.

    Half: the treasury's half is rounded down to the title's multiple, the shares get the rest.
    """
    if choice == "withhold":
        return earnings, 0
    if choice == "full":
        return 0, earnings
    multiple = view.title.policies.dividend.half_rounding
    kept = earnings // 2 // multiple * multiple
    return kept, earnings - kept


def part_of(view: View, total: int, shares: int, of: int) -> int:
    """Money for ``shares`` of ``of`` shares; a fraction is rounded on the holder's sum."""
    exact, rest = divmod(total * shares, of)
    return exact + (1 if rest and view.title.policies.dividend.rounding == "up" else 0)


def distribute(tx: Transaction, corporation: str, choice: str) -> None:
    """Pay earnings by the choice made and move the price."""
    view = tx.view
    earnings = view.state.round.turn.earnings or 0
    kept, distributed = split_earnings(view, earnings, choice)
    shares = view.structure(corporation).shares
    paid_to_corporation = view.title.policies.dividend.paid_to_corporation
    payouts: list[tuple[str, int, int]] = []
    if distributed:
        for player in view.active_players():
            held = view.shares(corporation, player)
            if held:
                payouts.append((player, held, part_of(view, distributed, held, shares)))
        own = 0
        if "treasury" in paid_to_corporation:
            own += view.shares(corporation, corporation)
        if "pool" in paid_to_corporation:
            own += view.shares(corporation, POOL)
        if "ipo" in paid_to_corporation:
            own += view.shares(corporation, IPO)
        if own:
            payouts.append((corporation, own, part_of(view, distributed, own, shares)))
    tx.pay(BANK, corporation, kept)
    for owner, _, amount in payouts:
        tx.pay(BANK, owner, amount)
    tx.emit(
        "dividend_declared",
        corporation=corporation,
        choice=choice if earnings else "none",
        earnings=earnings,
        distributed=distributed,
        to_treasury=kept,
        per_share=distributed // shares,
        payouts=tuple({"to": o, "shares": n, "amount": a} for o, n, a in payouts),
        players=tuple(o for o, _, _ in payouts if is_player(o)),
    )
    move = dividend_move(view, corporation, distributed, distributed // shares)
    if move is not None:
        move_price(tx, corporation, move[0], move[1], "dividend")
