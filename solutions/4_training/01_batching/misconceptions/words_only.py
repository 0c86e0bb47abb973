"""make_batch pads the words alone: there is no SOS and no EOS on either side.

Without SOS the decoder has nothing to start from, and without EOS it never learns to stop. Call add_sos_eos on every
sentence before you pad.
"""

from solution import pad_to_one_length


def make_batch(pairs, sos, eos, pad):
    sources, targets = zip(*pairs, strict=True)
    return pad_to_one_length(sources, pad), pad_to_one_length(targets, pad)
