from solution import pad_to_one_length


def add_sos_eos(words, sos, eos):
    return [sos, *words]


def make_batch(pairs, sos, eos, pad):
    sources, targets = zip(*pairs, strict=True)
    return tuple(
        pad_to_one_length([add_sos_eos(words, sos, eos) for words in side], pad) for side in (sources, targets)
    )
