"""The hidden features are cut out, so that the activities get shorter.

Then they no longer fit the rows of the table. Keep every entry, and put 0 where the mask hides: multiply.
"""


def masked_activities(activities, keep):
    return activities[keep]
