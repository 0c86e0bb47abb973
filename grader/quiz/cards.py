"""When a question is asked again. Every command loads this with the workspace's state, so it imports nothing else."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

Time = Annotated[datetime, msgspec.Meta(tz=True)]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to review: the state of FSRS, with times in UTC."""

    due: Time
    last: Time | None = None  # when it was last asked
    state: int = 1  # FSRS's: 1 learning, 2 review, 3 relearning
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    asked: int = 0  # how often
    met: int = 0  # how often its misconceptions were met in exercises when they last made it due
