"""Ends in the way that leaves a core file, after asking for one as large as can be.

Held: crashed
Plain: dies
"""

import os
import resource


def attack(target):
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (min(most, 1 << 20) if most >= 0 else 1 << 20, most))
    os.abort()
