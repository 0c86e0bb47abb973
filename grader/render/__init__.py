"""Results in, text out. Nothing here prints, reads a file or looks at the terminal."""

from __future__ import annotations
