"""Best routes for all trains of a corporation together, exact and with a proof.

The parts, in the order in which a search uses them:

* ``trains``: trains, stop values and bonuses as data;
* ``space``: the corporation's stops and the links between them, on small bit masks;
* ``arms``: all ways out of a token; a route is two arms of one token;
* ``joint``: the best set of routes that share no track, with an upper bound from prices on track;
* ``search``: puts these together; ``verify``: says what is wrong with a given set of routes.
"""
