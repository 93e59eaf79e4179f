"""Presidents selling shares for a train that their corporation must buy."""

from __future__ import annotations

from open18xx.errors import Refusal
from open18xx.rules.order import operating_order
from open18xx.rules.shares import sale_refusals, sell_shares
from open18xx.rules.trains import cheapest_offer, must_own_train
from open18xx.state.changes import SetValue
from open18xx.state.game_state import BANK, PlayerId
from open18xx.state.transaction import Transaction
from open18xx.state.view import View


def keeps_presidency(view: View, sold: str, buyer: str) -> bool:
    """Whether a sale of ``sold`` may not change its presidency while ``buyer`` needs money."""
    policy = view.title.policies.emergency
    return policy.keeps_all_presidencies or (
        sold == buyer and not policy.president_may_sell_presidency_of_buyer
    )


def missing_for_train(view: View, corporation: str) -> int:
    """Money that treasury and president lack together for the cheapest train; 0 if none must be bought."""
    president, cheapest = view.president(corporation), cheapest_offer(view)
    if president is None or cheapest is None or not must_own_train(view, corporation):
        return 0
    return max(0, cheapest.cost - view.cash(corporation) - view.cash(president))


def forced_sale_refusals(
    view: View, seller: PlayerId, sold: str, shares: int, buyer: str, missing: int
) -> tuple[Refusal, ...]:
    """Why a president may not sell shares for a corporation that is short of ``missing``."""
    keep = keeps_presidency(view, sold, buyer)
    found = sale_refusals(view, seller, sold, shares, keep_presidency=keep)
    price = view.price(sold)
    if price is None or found:
        return found
    if view.title.policies.emergency.oversell == "less_than_a_share":
        # A certificate that cannot be split may bring more than is needed, if nothing smaller brings enough.
        for fewer in range(max(1, -(-missing // price)), shares):
            if not sale_refusals(view, seller, sold, fewer, keep_presidency=keep):
                text = f"{view.money(missing)} is needed; {fewer} shares at {view.money(price)} bring that"
                return (Refusal("emergency.too_much", text),)
    return ()


def forced_sale(tx: Transaction, seller: PlayerId, sold: str, shares: int) -> None:
    """Sell; by policy those who still have to operate are put in order anew."""
    sell_shares(tx, seller, sold, shares, "emergency_sale")
    order = tx.view.state.round.order
    if tx.title.policies.operating.sorted_after_forced_sales and order:
        tx.round(order=tuple(sorted(order, key=tx.view.operating_rank)))


def _most_for_sale(view: View, seller: PlayerId, sold: str, buyer: str) -> int:
    """Most shares that could be sold at once in an emergency, however much is needed."""
    keep = keeps_presidency(view, sold, buyer)
    for shares in range(view.shares(sold, seller), 0, -1):
        if not sale_refusals(view, seller, sold, shares, keep_presidency=keep):
            return shares
    return 0


def is_bankrupt(view: View, corporation: str) -> bool:
    """Whether the president cannot raise the money for a train that the corporation must buy."""
    missing = missing_for_train(view, corporation)
    if not missing:
        return False
    president = view.president(corporation)
    assert president is not None
    raised = 0
    for sold in operating_order(view):
        raised += _most_for_sale(view, president, sold, corporation) * (view.price(sold) or 0)
    return raised < missing


def bankrupt_and_over(tx: Transaction, player: PlayerId, corporation: str) -> None:
    """The president sells what can be sold and loses all his cash; the game is over."""
    view = tx.view
    tx.emit("player_bankrupt", player=player, corporation=corporation)
    for sold in operating_order(view):
        while shares := _most_for_sale(view, player, sold, corporation):
            forced_sale(tx, player, sold, shares)
    tx.pay(player, BANK, view.cash(player))
    tx.do(SetValue("end_reason", "bankruptcy"))
