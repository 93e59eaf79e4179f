"""What hook modules may use: the framework's public names, gathered in one place.

Everything else in the framework may change without notice.
"""

from __future__ import annotations

from open18xx.actions.base import Action, Checked, Offer, Range, Subset
from open18xx.actions.kinds import BuyShares, BuyTrain, LayTile, Pass, PlaceToken, SellShares, UsePower
from open18xx.definition.market import Space
from open18xx.definition.rounds import Allowance
from open18xx.definition.title import Title
from open18xx.errors import EngineFault, Refusal
from open18xx.hooks.marker import hook
from open18xx.rules.closing import close_corporation, retire_corporation
from open18xx.rules.debts import settle_debt
from open18xx.rules.floating import change_structure
from open18xx.rules.funds import Fund
from open18xx.rules.homes import present_city
from open18xx.rules.laying import city_after
from open18xx.rules.market import move_price, space_after
from open18xx.rules.network import graph_of
from open18xx.rules.order import operating_order
from open18xx.rules.presidency import exchange_certificate, settle_presidency
from open18xx.rules.tokens import city_tokens, put_token, replace_token, tokens_of
from open18xx.state.changes import SetCertificates, SetMarkers, SetSupply, SetTokens
from open18xx.state.game_state import BANK, CLOSED, IPO, POOL, Decision, Json, Marker, is_player
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import DecisionStep, Refusals, Step, refuse
from open18xx.steps.raise_money import money_missing
from open18xx.steps.stock import turn_refusals
from open18xx.steps.turn_step import TurnStep
from open18xx.track.lays import Lay
from open18xx.track.network import connected
from open18xx.track.routes.trains import TrainSpec

__all__ = [
    "BANK", "CLOSED", "IPO", "POOL", "Action", "Allowance", "BuyShares", "BuyTrain", "Checked",
    "Decision", "DecisionStep", "EngineFault", "Fund", "Json", "Lay", "LayTile", "Marker", "Offer",
    "Pass", "PlaceToken", "Range", "Refusal", "Refusals", "SellShares", "SetCertificates", "SetMarkers",
    "SetSupply", "SetTokens", "Space", "Step", "Subset", "Title", "TrainSpec", "Transaction", "TurnStep",
    "UsePower", "View", "change_structure", "city_after", "city_tokens", "close_corporation", "connected",
    "exchange_certificate", "graph_of", "hook", "is_player", "money_missing", "move_price",
    "operating_order", "present_city", "put_token", "refuse", "replace_token", "retire_corporation",
    "settle_debt", "settle_presidency", "space_after", "tokens_of", "turn_refusals",
]  # fmt: skip
