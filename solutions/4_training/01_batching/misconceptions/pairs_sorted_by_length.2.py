from solution import add_sos_eos, pad_to_one_length


def make_batch(pairs, sos, eos, pad):
    ordered = sorted(pairs, key=lambda pair: len(pair[0]), reverse=True)
    sources, targets = zip(*ordered, strict=True)
    return tuple(pad_to_one_length([add_sos_eos(s, sos, eos) for s in side], pad) for side in (sources, targets))
