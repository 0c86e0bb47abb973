"""The target has no EOS: the decoder never learns to stop.

After the last word something comes too, and it is EOS. Input and target both have one id more than the sentence.
"""


def shift_right(sentence, sos, eos):
    framed = [sos, *sentence]
    return framed[:-1], framed[1:]
