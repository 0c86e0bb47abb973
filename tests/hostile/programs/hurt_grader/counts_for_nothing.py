"""Sends outcomes with facts of the wrong kind beside a value: times, notes, kinds and errors that are no such thing.

Held: crashed passed
"""

import json
import os
import stat
import struct

FACTS = {
    "status": "value",
    "value": {"d": [["got", None]]},
    "kinds": [{"a": []}, None, 1e999, "array" * 1000],
    "half": "yes",
    "notes": [{"weight": [2**70, -1]}, {"": []}],
    "error": {"frames": [[None, 1, {}], ["x", True, []], 7], "type": [], "signal": 10**30, "defines": {"a": 1}},
    "loading": {},
    "__class__": "Report",
}


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def attack(target):
    start = json.dumps({"is": "outcome", "check": "attack", "seconds": float("nan"), "score": 1e999}).encode()
    head = json.dumps(FACTS).encode()
    where = link()
    if where is not None:
        os.write(where, struct.pack("!IIQ", len(start), len(head), 0) + start + head)
        return None
    facts = json.loads(head)
    try:
        return sum(length for note in facts["notes"] for length in note["weight"]) + len(facts["error"]["signal"])
    except (TypeError, KeyError) as problem:
        return f"a grader that believes in forms fell over: {problem!r}"
