"""add_sos_eos writes SOS and EOS into the caller's list.

The result looks right, but the data set has changed, and in the next epoch every sentence has two SOS and two EOS. Make
a new list: [sos, *sentence, eos].
"""


def add_sos_eos(sentence, sos, eos):
    sentence.insert(0, sos)
    sentence.append(eos)
    return sentence
