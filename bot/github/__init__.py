"""GitHub about the list itself: pull requests, reviews, issues, branches and the events of Actions.

PyGithub carries the requests; nothing of its types leaves this package, and nothing that GitHub answers is trusted
to have the right shape. Writing follows reading: what may have been written is looked for before it is given up.
"""
