"""Runs one hostile program without any protection and says whether it got anything."""

import json
import os
import runpy
import sys

program, target = sys.argv[1], json.loads(sys.argv[2])
space = runpy.run_path(program)
got = space["attack"](target)
os.write(1, b"\nLOOT\n" if got else b"\nNOTHING\n")
