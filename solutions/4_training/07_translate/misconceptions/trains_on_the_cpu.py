"""The training ignores `device`: model and batches stay on the CPU.

Nothing fails, and on a machine with a GPU it is many times slower than it could be. Move the model with `.to(device)`
and pass `device` to `make_batch`.
"""

from solution import train as right


def train(pairs, source_words, target_words, device="cpu"):
    return right(pairs, source_words, target_words)
