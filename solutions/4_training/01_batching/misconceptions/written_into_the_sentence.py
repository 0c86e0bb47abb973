"""add_sos_eos writes SOS and EOS into the caller's list.

The result looks right, but the data set has changed, and in the next epoch every sentence has two SOS and two EOS. Make
a new list: [sos, *words, eos].
"""


def add_sos_eos(words, sos, eos):
    words.insert(0, sos)
    words.append(eos)
    return words
