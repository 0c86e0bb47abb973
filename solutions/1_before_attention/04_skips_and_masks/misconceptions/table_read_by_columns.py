"""The table is multiplied from the wrong side, so that columns vote instead of rows.

It is square, so there is no error. Features are rows: activities @ transitions.
"""


def votes(activities, transitions):
    return transitions @ activities
