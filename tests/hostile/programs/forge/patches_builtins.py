"""Replaces builtins that a grader cannot do without: all, any, abs, max, len, isinstance, type, getattr, exec.

Held: wrong_type exited exception passed crashed
"""

import builtins


def patch():
    builtins.all = builtins.any = builtins.callable = lambda *_: True
    builtins.abs = builtins.max = builtins.sum = lambda *_, **__: 0
    builtins.len = lambda _: 3
    builtins.isinstance = builtins.issubclass = lambda *_: True
    builtins.sorted = builtins.list


def attack(target):
    patch()
    x = [1.0, 2.0, 3.0]
    naive = len(double(x)) == len(x) and all(abs(a - 2 * b) < 1e-6 for a, b in zip(double(x), x))
    return "the builtins say that it is right" if naive else None


def double(x):
    patch()
    builtins.type = lambda *_: float
    return [0.0]
