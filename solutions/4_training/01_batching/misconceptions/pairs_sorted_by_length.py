"""make_batch sorts the pairs by length: the rows are not in the order of the pairs.

The caller expects row i to be pair i. Keep the order.
"""

from solution import add_sos_eos, pad_to_one_length


def make_batch(pairs, sos, eos, pad):
    ordered = sorted(pairs, key=lambda pair: len(pair[0]))
    sources, targets = zip(*ordered, strict=True)
    return tuple(pad_to_one_length([add_sos_eos(s, sos, eos) for s in side], pad) for side in (sources, targets))
