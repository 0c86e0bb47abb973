"""Writes a stack of its own making to the pipe on which the grader hears of crashes and timeouts.

Held: passed timed_out
"""

import os
import re
import stat

NAME = os.path.basename(__file__)
FAKE = (
    "Fatal-looking: Thread 0x0 (most recent call first):\n"
    f'  File "{NAME}", line {"9" * 5000} in attack\n'
    f'  File "{NAME}", line 0 in \x1b[2J\n'
    f'  File "/x/../{NAME}", line 12 in double\n'
    '  File "solution.py", line 5 in double\n'
    '  File "' + "A" * 30_000 + '", line 1 in ' + "B" * 20_000 + "\n"
)


def attack(target):
    if "course" not in target:
        for number in range(3, 64):
            try:
                if stat.S_ISFIFO(os.fstat(number).st_mode):
                    os.write(number, FAKE.encode())
            except OSError:
                continue
        return None
    try:
        return [int(line) for _, line in re.findall(r'File "([^"]*)", line (\d+)', FAKE)]
    except ValueError as problem:
        return f"a grader that reads stacks fell over: {problem}"
