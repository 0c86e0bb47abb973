"""make_batch pads sources and targets to one common length.

Only the sentences of one side must be equally long. Cross-attention works with two lengths, and needless padding costs
time. Pad each side by itself.
"""

from solution import add_sos_eos, pad_to_one_length


def make_batch(pairs, sos, eos, pad):
    sources = [add_sos_eos(source, sos, eos) for source, _ in pairs]
    targets = [add_sos_eos(target, sos, eos) for _, target in pairs]
    return pad_to_one_length(sources + targets, pad).split(len(pairs))
