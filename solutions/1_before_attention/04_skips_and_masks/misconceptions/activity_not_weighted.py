"""Every active feature votes with its full row, however large its activity.

An activity of 2 counts twice, one of .5 half. Multiply each row by its activity: activities @ transitions.
"""


def votes(activities, transitions):
    return transitions[activities > 0].sum(axis=0)
