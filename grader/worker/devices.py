"""The device that device checks run on: a real one where there is one, else the simulated accelerator."""

from __future__ import annotations

import os
import sys

from grader.errors import UsageError

SIMULATED = "sim"
REAL = ("cuda", "mps")
READY = "device:"  # before a device's name, in what a worker loads
_HINTS = ("/dev/nvidia0", "/dev/nvidiactl", "/dev/dxg", "/dev/kfd")
_ASK = (
    "import torch; print('cuda' if torch.cuda.is_available() else "
    "'mps' if torch.backends.mps.is_available() else 'none')"
)


def choose(asked: str) -> str:
    """Return the device for `--device`, as torch calls it. UsageError if there is no such device here."""
    if asked in ("cpu", "simulated"):
        return {"simulated": SIMULATED}.get(asked, asked)
    found = real_device()
    if asked == "auto":
        return found or SIMULATED
    if asked != found:
        there = f"there is {found}" if found else "there is none, but --device simulated works everywhere"
        raise UsageError(f"torch finds no {asked} device on this machine; {there}")
    return found


def real_device() -> str:
    """Return the name of this machine's accelerator, "" if it has none. Torch is asked only where the system hints at
    one: loading it takes a second."""
    if sys.platform == "linux" and not any(os.path.exists(hint) for hint in _HINTS):  # noqa: PTH110 - Path is slower
        return ""
    import subprocess

    done = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, check=False)
    found = done.stdout.strip()
    return found if found in REAL else ""


def make_ready(device: str) -> None:
    """Do what a device needs once, in the process that children come from. After torch, before any backward pass."""
    torch = sys.modules["torch"]
    if device in REAL:
        torch.zeros(1, device=device)  # its driver starts now, not in the time of a check
    elif not hasattr(torch, SIMULATED):
        from grader.worker.accelerator.device import plug_in

        plug_in()
