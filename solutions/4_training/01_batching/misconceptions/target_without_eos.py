"""The target has no EOS, so the labels have none, and the decoder never learns to stop.

After the last word comes EOS. Both sides of a batch are SOS, the words, EOS.
"""

from solution import add_sos_eos, pad_to_one_length


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(words, sos, eos) for words, _ in pairs], pad)
    return source, pad_to_one_length([[sos, *words] for _, words in pairs], pad)
