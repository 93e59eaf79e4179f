"""Running trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from open18xx.actions.base import Action, Checked, Offer
from open18xx.actions.kinds import RunRoutes
from open18xx.rules.network import has_route
from open18xx.rules.phases import scrap_obsolete
from open18xx.rules.running import best_routes, route_facts, routes_of, runs_of
from open18xx.state.transaction import Transaction
from open18xx.state.view import View
from open18xx.steps.protocol import Refusals, refuse
from open18xx.steps.turn_step import TurnStep


class RouteStep(TurnStep):
    """The trains run and earn; by policy the most they can earn together."""

    name: ClassVar[str] = "routes"
    accepts: ClassVar[tuple[type[Action], ...]] = (RunRoutes,)

    def enter(self, tx: Transaction) -> None:
        """Without trains there are no earnings; by policy nobody is asked either without any route."""
        corporation, view = tx.view.operating, tx.view
        idle = view.title.policies.operating.idle_steps == "skipped" and not has_route(view, corporation)
        if idle or not view.trains(corporation):
            tx.turn(earnings=0, passed=True)
            tx.emit("routes_run", corporation=corporation, earnings=0, runs=())
            tx.hooks.notify("on_routes_run", tx=tx, corporation=corporation, earnings=0)
            scrap_obsolete(tx, corporation)

    def done(self, view: View) -> bool:
        """When the earnings are known."""
        return view.state.round.turn.passed

    def offers(self, view: View) -> Iterator[Offer]:
        """The best routes; other legal sets of routes may be run instead where they earn as much."""
        president = self.actor(view)
        if president is not None:
            best = best_routes(view, view.operating)
            yield Offer(
                RunRoutes(president, view.operating, runs_of(best)), {"runs": Checked("legal routes")}
            )

    def check(self, view: View, action: Action) -> Refusals:
        """Each route legal, no track shared, the most that can be earned."""
        found = super().check(view, action)
        if found:
            return found
        assert isinstance(action, RunRoutes)
        corporation = action.corporation
        if not view.title.policies.routes.must_maximise:
            return routes_of(view, corporation, action.runs)[1]
        best = best_routes(view, corporation)
        if action.runs == runs_of(best):
            return ()
        routes, refusals = routes_of(view, corporation, action.runs)
        if refusals:
            return refusals
        value = sum(route.value for route in routes)
        if value != best.value:
            return refuse(
                "route.not_maximal",
                f"{corporation} can earn {view.money(best.value)}, not only {view.money(value)}",
            )
        return ()

    def perform(self, tx: Transaction, action: Action) -> None:
        """Note the earnings."""
        assert isinstance(action, RunRoutes)
        corporation = action.corporation
        must_maximise = tx.view.title.policies.routes.must_maximise
        best = best_routes(tx.view, corporation) if must_maximise else None
        if best is not None and action.runs == runs_of(best):
            routes = best.routes
        else:
            routes = routes_of(tx.view, corporation, action.runs)[0]
        earnings = sum(route.value for route in routes)
        tx.turn(earnings=earnings, passed=True)
        tx.emit(
            "routes_run", corporation=corporation, earnings=earnings, runs=tuple(map(route_facts, routes))
        )
        tx.hooks.notify("on_routes_run", tx=tx, corporation=corporation, earnings=earnings)
        scrap_obsolete(tx, corporation)
