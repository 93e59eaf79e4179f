"""Comparing what a transcript records with what happened in our game.

Checks of a transcript and our events are two accounts of the same things. Each check looks for the
next event of its kind about the same company or player that no check has used; amounts, prices and
places are then compared one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from open18xx.engine.game import Game
from open18xx.rules.worth import running_worth
from open18xx.state.events import Event
from open18xx.state.game_state import BANK
from open18xx.state.view import View

Entry = Mapping[str, Any]
#: (what, expected, actual)
Finding = tuple[str, object, object]


class Account:
    """Our events in order, with those already used by a check."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._used: set[tuple[int, int]] = set()
        self._floor = 0
        self.round_mark: tuple[int, int] | None = None

    def events(self) -> Iterator[tuple[int, int, Event]]:
        """All events from the floor on: turn, number in the turn, event."""
        turns = self.game.turns
        for number in range(self._floor, len(turns)):
            for index, event in enumerate(turns[number].events):
                yield number, index, event

    def advance(self) -> None:
        """Forget turns whose events are all older than the last few actions."""
        self._floor = max(self._floor, len(self.game.turns) - 12)

    def take(
        self, kind: str, fits: Callable[[Event], bool] = lambda event: True, since: int = 0
    ) -> tuple[int, int, Event] | None:
        """The next unused event of that kind that fits, in turn ``since`` or later; or None."""
        for number, index, event in self.events():
            if number >= since and event.kind == kind and (number, index) not in self._used and fits(event):
                self._used.add((number, index))
                return number, index, event
        return None

    def unused(self) -> list[tuple[int, Event]]:
        """Events of kinds that a transcript always tells which no check has used, up to the last one used."""
        last = max(self._used, default=(0, 0))
        return [
            (number, event)
            for number, turn in enumerate(self.game.turns)
            for index, event in enumerate(turn.events)
            if (number, index) < last
            and (number, index) not in self._used
            and event.kind in _ALWAYS_TOLD
            and event.facts.get("moved", True)
        ]

    def peek(self, kind: str, **facts: object) -> bool:
        """Whether an unused event of that kind with these facts is there."""
        return any(
            event.kind == kind
            and (number, index) not in self._used
            and all(event.facts.get(name) == fact for name, fact in facts.items())
            for number, index, event in self.events()
        )

    def at(self, place: tuple[int, int]) -> View:
        """The position at an event."""
        return self.game.at_event(*place)


class Checker:
    """Compares the checks of one transcript."""

    def __init__(self, game: Game, owner: Callable[[object], str]) -> None:
        self.account = Account(game)
        self.game = game
        self.owner = owner
        self._worth_before: dict[str, int] = {}
        self._last_round: tuple[int, int] | None = None

    def check(self, entry: Entry) -> list[Finding] | None:
        """Findings for an entry: all comparisons made; None when there is nothing to compare with yet."""
        kind = str(entry["type"])
        method = getattr(self, f"_check_{kind}", None)
        if method is None:
            return [("kind of check", kind, "unknown")]
        findings: list[Finding] | None = method(entry)
        return findings

    # -- simple events ---------------------------------------------------------------------

    def _event(self, kind: str, entry: Entry, **names: str) -> Event | None:
        """Next event of ``kind`` whose fact ``ours`` equals the entry's field ``theirs``."""

        def fits(event: Event) -> bool:
            return all(event.facts.get(ours) == self._plain(entry[theirs]) for ours, theirs in names.items())

        found = self.account.take(kind, fits)
        return None if found is None else found[2]

    def _plain(self, value: object) -> object:
        return self.owner(value) if isinstance(value, str) else value

    def _check_setup(self, entry: Entry) -> list[Finding]:
        view = self.account.at((0, 0))
        findings: list[Finding] = [("bank in all", entry["bank"], sum(view.state.cash.values()))]
        for payment in entry.get("cash", ()):
            findings.append(
                (f"cash of {payment['to']}", payment["amount"], view.cash(self.owner(payment["to"])))
            )
        return findings

    def _check_award_private(self, entry: Entry) -> list[Finding] | None:
        event = self._event("private_awarded", entry, private="private")
        if event is None:
            return None
        return [
            ("buyer", self.owner(entry["player"]), event.facts["player"]),
            ("price", entry["price"], event.facts["price"]),
        ]

    def _check_receives_certificate(self, entry: Entry) -> list[Finding] | None:
        event = self._event("certificate_received", entry, corporation="corporation")
        if event is None:
            return None
        president = event.facts["certificate"] == "president"
        return [
            ("owner", self.owner(entry["player"]), event.facts["player"]),
            ("president's certificate", entry["president"], president),
        ]

    def _check_all_passed(self, entry: Entry) -> list[Finding] | None:
        del entry
        found = self.account.take("round_ended", lambda event: event.facts["round"] == "auction")
        return None if found is None else [("everybody passed", True, True)]

    def _check_private_income(self, entry: Entry) -> list[Finding] | None:
        event = self._event("private_paid", entry, private="private", owner="player")
        return None if event is None else [("revenue", entry["amount"], event.facts["amount"])]

    def _check_private_closes(self, entry: Entry) -> list[Finding] | None:
        event = self._event("private_closed", entry, private="private")
        return None if event is None else [("closed", True, True)]

    def _check_floats(self, entry: Entry) -> list[Finding] | None:
        event = self._event("corporation_floated", entry, corporation="corporation")
        home = self._event("home_token_placed", entry, corporation="corporation")
        if event is None or home is None:
            return None
        placed = {"hex": home.facts["hex"], "city": home.facts["city"]}
        return [
            ("capital", entry["amount"], event.facts["capital"]),
            ("home token", dict(entry["home_token"]), placed),
        ]

    def _check_operates(self, entry: Entry) -> list[Finding] | None:
        found = self.account.take("turn_started")
        if found is None:
            return None
        facts = found[2].facts
        return [
            ("corporation to operate", entry["corporation"], facts["corporation"]),
            ("president", self.owner(entry["president"]), facts["president"]),
        ]

    def _check_price(self, entry: Entry) -> list[Finding] | None:
        # Ours tells only of moves that were tried; a transcript also lists those that were not.
        cause = entry["cause"]
        event = self._event("price_moved", entry, corporation="corporation")
        if event is None:
            if entry["moved"]:
                return None
            price = self.game.view.price(entry["corporation"])
            return [("price after " + cause, entry["after"]["price"], price)]
        after = {"price": event.facts["after"], "row": event.facts["row"], "col": event.facts["column"]}
        return [
            (f"price before {cause}", entry["before"]["price"], event.facts["before"]),
            (f"space after {cause}", dict(entry["after"]), after),
            ("cause", cause, event.facts["cause"]),
        ]

    def _check_sold_out(self, entry: Entry) -> list[Finding] | None:
        event = self._event("sold_out", entry, corporation="corporation")
        return None if event is None else [("sold out", True, True)]

    def _check_president(self, entry: Entry) -> list[Finding] | None:
        event = self._event("president_changed", entry, corporation="corporation")
        return None if event is None else [("president", self.owner(entry["player"]), event.facts["new"])]

    def _check_becomes_ten_share(self, entry: Entry) -> list[Finding] | None:
        event = self._event("converted", entry, corporation="corporation")
        if event is None:
            structure = self.game.view.structure(entry["corporation"])
            return [("shares", 10, structure.shares)] if structure.shares == 10 else None
        return [("started", entry["started"], event.facts["started"])]

    def _check_interest(self, entry: Entry) -> list[Finding] | None:
        name = {"loans": "loan_interest", "bonds": "bond_interest"}[entry["on"]]
        found = self.account.take(
            "debt_paid", lambda e: e.facts["corporation"] == entry["corporation"] and e.facts["name"] == name
        )
        if found is None:
            return None
        facts = found[2].facts
        source = "revenue" if facts["from_earnings"] else "treasury"
        findings: list[Finding] = [
            ("interest due", entry["due"], facts["due"]),
            ("source", entry["source"], source),
        ]
        if "earnings_after" in entry:
            findings.append(("earnings left", entry["earnings_after"], facts["earnings"]))
        return findings

    # -- trains and phases -----------------------------------------------------------------

    def _check_first_train(self, entry: Entry) -> list[Finding]:
        issued = self.game.state.issued.get(entry["train"], 0)
        return [(f"{entry['train']} trains sold", True, issued >= 1)]

    def _check_phase(self, entry: Entry) -> list[Finding] | None:
        event = self._event("phase_changed", entry, phase="phase")
        return None if event is None else [("phase", entry["phase"], event.facts["phase"])]

    def _check_trains_rust(self, entry: Entry) -> list[Finding] | None:
        event = self._event("trains_rusted", entry, train="train")
        return None if event is None else [("trains removed", dict(entry["removed"]), event.facts["removed"])]

    def _check_trains_sold_out(self, entry: Entry) -> list[Finding]:
        return [(f"{entry['train']} trains left", 0, self.game.state.supply.get(entry["train"]))]

    def _check_e_train_terms(self, entry: Entry) -> list[Finding] | None:
        found = self.account.take("electric_terms")
        if found is None:
            return None
        facts = found[2].facts
        return [
            ("stops", entry["stops"], facts["stops"]),
            ("multiplier", entry["multiplier"], facts["multiplier"]),
        ]

    def _check_trains_removed_from_supply(self, entry: Entry) -> list[Finding] | None:
        event = self._event("trains_removed", entry, train="train")
        if event is None:
            return None
        return [
            ("trains taken away", entry["removed"], event.facts["removed"]),
            ("trains in all", entry["available"], event.facts["available"]),
        ]

    def _check_national_forms(self, entry: Entry) -> list[Finding] | None:
        event = self._event("national_formed", entry, corporation="corporation")
        if event is None:
            return None
        facts = event.facts
        findings: list[Finding] = [
            ("merged corporations", sorted(entry["merged"]), sorted(facts["merged"])),  # type: ignore[call-overload]
            ("start price", entry["start"]["price"], facts["start"]),
            ("price after loans", entry["market"]["price"], facts["price"]),
            ("president", self.owner(entry["president"]), facts["president"]),
            ("loans inherited", entry["loans_inherited"], facts["loans"]),
            ("bonds to the pool", entry["bonds_issued_to_pool"], facts["bonds_to_pool"]),
            ("operates this round", entry["operates_this_round"], facts["operates_this_round"]),
        ]
        homes = {f"{place['hex']}/{place['city']}" for place in entry["home_tokens"]}
        findings.append(("home stations", sorted(homes), sorted(facts["homes"])))  # type: ignore[call-overload]
        distribution = facts["distribution"]
        assert isinstance(distribution, Mapping)
        for owner, shares in entry["distribution"].items():
            ours = entry["corporation"] if owner == "treasury" else self.owner(owner)
            findings.append((f"new shares of {owner}", shares, distribution.get(ours, 0)))
        if facts["loans"]:
            self._event("price_moved", entry, corporation="corporation")
        paid = self._event("capital_paid", entry, corporation="corporation")
        findings.append(
            ("paid into the treasury", entry["treasury_paid_in"], 0 if paid is None else paid.facts["amount"])
        )
        for exchange in entry["exchanges"]:
            owner = entry["corporation"] if exchange["owner"] == "treasury" else self.owner(exchange["owner"])

            def fits(event: Event, owner: str = owner) -> bool:
                return event.facts["owner"] == owner and event.facts["corporation"] == entry["corporation"]

            found = self.account.take("shares_exchanged", fits)
            if found is None:
                findings.append((f"exchange of {owner}", exchange["new_shares"], None))
                continue
            swap = found[2].facts
            findings.append((f"old shares of {owner}", exchange["old_shares"], swap["old"]))
            findings.append((f"exchanged by {owner}", exchange["new_shares"], swap["new"]))
            findings.append((f"odd share of {owner}", exchange["odd_share"], swap["odd"]))
        for asset in entry["assets"]:

            def from_corporation(event: Event, source: str = asset["from"]) -> bool:
                return event.facts["source"] == source

            found = self.account.take("assets_taken", from_corporation)
            findings.append(
                (f"cash of {asset['from']}", asset["cash"], None if found is None else found[2].facts["cash"])
            )
        return findings

    # -- rounds and sums -------------------------------------------------------------------

    def _check_round_start(self, entry: Entry) -> list[Finding] | None:
        found = self.account.take("round_started")
        if found is None:
            return None
        number, index, event = found
        self._last_round = (number, index)
        facts = event.facts
        findings: list[Finding] = [("round", entry["round"], facts["round"])]
        if entry["round"] == "operating":
            findings.append(
                ("operating round", (entry["set"], entry["number"]), (facts["number"], facts["index"]))
            )
            view = self.account.at((number, index))
            self._worth_before = {p: running_worth(view, p) for p in view.state.players}
        elif entry["round"] == "stock":
            findings.append(("stock round", entry["number"], facts["number"]))
        if "priority" in entry:
            findings.append(("priority", self.owner(entry["priority"]), facts["priority"]))
        return findings

    def _check_round_end(self, entry: Entry) -> list[Finding] | None:
        found = self.account.take("round_ended", lambda event: event.facts["round"] != "auction")
        if found is None:
            return None
        return [("round that ends", entry["round"], found[2].facts["round"])]

    def _check_cash_checkpoint(self, entry: Entry) -> list[Finding] | None:
        place = self._next_round()
        if place is None:
            return None
        view = self.account.at(place)
        findings: list[Finding] = [
            (f"cash of {name}", amount, view.cash(self.owner(name)))
            for name, amount in entry["players"].items()
        ]
        findings += [
            (f"cash of {name}", amount, view.cash(name)) for name, amount in entry["corporations"].items()
        ]
        findings.append(("cash of the bank", entry["bank"], view.cash(BANK)))
        return findings

    def has_next_round(self) -> bool:
        """Whether our game has gone on to the next round (or its end)."""
        return self._next_round() is not None

    def after_action(self, entry: Entry, since: int) -> list[Finding]:
        """Figures that an action's entry records, against our events from turn ``since`` on."""
        kind = entry["type"]
        fields = _FIGURES.get(str(kind))
        if fields is None:
            return []
        ours, names = fields
        company = "private" if ours == "private_bought" else "corporation"

        def fits(event: Event) -> bool:
            return bool(event.facts.get(company) == entry[company])

        found = self.account.take(ours, fits, since)
        if found is None:
            return [(f"what {kind} does", True, None)]
        facts = found[2].facts
        findings: list[Finding] = []
        for theirs, name in names.items():
            if theirs in entry:
                findings.append((f"{kind}: {theirs}", entry[theirs], facts[name]))
        if kind == "dividend" and entry["choice"] != "none":
            payouts = facts["payouts"]
            assert isinstance(payouts, tuple)
            paid = {p["to"]: (p["shares"], p["amount"]) for p in payouts}
            for payout in entry["payouts"]:
                owner = entry["corporation"] if payout["to"] == "treasury" else self.owner(payout["to"])
                findings.append(
                    (f"paid to {payout['to']}", (payout["shares"], payout["amount"]), paid.get(owner))
                )
        return findings

    def _next_round(self) -> tuple[int, int] | None:
        """The event that begins the round after the last one checked, or the end of the game."""
        for number, index, event in self.account.events():
            later = self._last_round is None or (number, index) > self._last_round
            if later and event.kind in ("round_started", "game_ended"):
                return number, index
        return None

    def _check_net_worth_change(self, entry: Entry) -> list[Finding] | None:
        place = self._next_round()
        if place is None:
            return None
        view = self.account.at(place)
        return [
            (f"change of worth of {name}", change, running_worth(view, p) - self._worth_before.get(p, 0))
            for name, change in entry["players"].items()
            for p in (self.owner(name),)
        ]

    def _check_bank_broken(self, entry: Entry) -> list[Finding] | None:
        del entry
        found = self.account.take("bank_broken")
        return None if found is None else [("bank broken", True, True)]

    def _check_game_over(self, entry: Entry) -> list[Finding]:
        del entry
        return [("game over", True, self.game.is_over)]


#: Events that a transcript tells whenever they happen.
_ALWAYS_TOLD = frozenset(
    {
        "price_moved", "private_paid", "private_closed", "private_awarded", "corporation_floated",
        "turn_started",
        "debt_paid", "phase_changed", "trains_rusted", "national_formed", "sold_out", "routes_run",
        "dividend_declared", "tile_laid", "token_placed", "train_bought", "loans_taken", "loans_repaid",
        "shares_bought", "shares_sold", "own_shares_bought", "own_shares_sold", "bank_broken",
        "train_discarded",
    }
)  # fmt: skip

#: Entry type -> (our event, {their field: our fact}).
_FIGURES: dict[str, tuple[str, dict[str, str]]] = {
    "buy_private": ("private_bought", {"price": "price"}),
    "start_corporation": ("corporation_started", {"cost": "cost", "shares": "shares"}),
    "buy_shares": ("shares_bought", {"price": "price", "cost": "cost", "count": "shares"}),
    "sell_shares": ("shares_sold", {"price": "price", "proceeds": "proceeds"}),
    "lay_tile": ("tile_laid", {"cost": "cost", "rotation": "rotation", "tile": "tile"}),
    "place_token": ("token_placed", {"cost": "cost", "distance": "distance"}),
    "dividend": (
        "dividend_declared",
        {
            "choice": "choice",
            "earnings": "earnings",
            "distributed": "distributed",
            "to_treasury": "to_treasury",
        },
    ),
    "run_trains": ("routes_run", {"revenue": "earnings"}),
    "buy_train": ("train_bought", {"price": "price", "face_value": "face_value"}),
    "repay_loans": ("loans_repaid", {"count": "count", "amount": "amount"}),
    "take_loans": ("loans_taken", {"count": "count", "amount": "amount"}),
    "redeem_bonds": ("bonds_redeemed", {"count": "count", "cost": "amount"}),
    "buy_own_shares": ("own_shares_bought", {"price": "price", "cost": "amount"}),
    "sell_own_shares": ("own_shares_sold", {"price": "price", "proceeds": "amount"}),
}
