"""The command line, one module a verb; :mod:`open18xx.cli.main` finds the verbs and runs them.

A verb module ``cli/<verb>.py`` has a function ``command`` with typer annotations. Its docstring is the verb's
help. It returns the exit status (None is 0), raises :class:`~open18xx.errors.Open18xxError` for bad input and
``typer.BadParameter`` for wrong usage, and imports the heavy parts of Open18xx inside its functions, so that
every verb starts fast.
"""
