"""Private companies changing hands after the opening sale."""

from __future__ import annotations

from open18xx.rules.privates import ability_of
from open18xx.state.changes import SetPrivateOwner
from open18xx.state.game_state import Decision, is_player
from open18xx.state.transaction import Transaction


def transfer_private(tx: Transaction, private: str, buyer: str, price: int) -> None:
    """Pay the owner and hand the company over; a power of its seller is used at once."""
    seller = tx.view.state.privates[private]
    tx.pay(buyer, seller, price)
    tx.do(SetPrivateOwner(private, buyer))
    tx.emit("private_traded", private=private, buyer=buyer, seller=seller, price=price)
    ability = ability_of(tx.view, private, "lay_tile")
    used_at_sale = ability is not None and "sold" in ability.when and not is_player(buyer)
    if used_at_sale and not tx.view.state.powers_used.get(private):
        tx.ask(Decision("power_lay", seller, None, {"private": private}))
