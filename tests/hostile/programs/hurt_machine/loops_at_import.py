"""Runs for ever while it is imported: that is tried once, and no check after it.

Held: timed_out
Plain: hangs
"""

while True:
    pass
