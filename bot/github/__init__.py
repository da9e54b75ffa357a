"""GitHub about the list itself: pull requests, reviews, issues, branches and the events of Actions.

Functions take a `Client` and return the values of `model`; no type of PyGithub leaves this package, and no answer is
trusted to have the documented shape.
"""
