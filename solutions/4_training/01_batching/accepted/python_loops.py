"""Lists and loops only."""


def add_sos_eos(sentence, sos, eos):
    framed = [sos]
    for token in sentence:
        framed.append(token)
    framed.append(eos)
    return framed


def shift_right(sentence, sos, eos):
    framed = add_sos_eos(sentence, sos, eos)
    return framed[:-1], framed[1:]


def pad_to_one_length(sentences, pad):
    padded = [list(sentence) for sentence in sentences]
    while any(len(row) < len(other) for row in padded for other in padded):
        longest = max(len(row) for row in padded)
        for row in padded:
            if len(row) < longest:
                row.append(pad)
    return padded


def source_mask(source, pad):
    return [[[bool(token != pad) for token in row]] for row in source]


def target_mask(decoder_input, pad):
    mask = []
    for row in decoder_input:
        rows = [[k <= q and bool(row[k] != pad) for k in range(len(row))] for q in range(len(row))]
        mask.append(rows)
    return mask


def loss_mask(target, pad):
    return [[bool(token != pad) for token in row] for row in target]


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    decoder_input = pad_to_one_length([shift_right(t, sos, eos)[0] for _, t in pairs], pad)
    target = pad_to_one_length([shift_right(t, sos, eos)[1] for _, t in pairs], pad)
    return {
        "source": source,
        "decoder_input": decoder_input,
        "target": target,
        "source_mask": source_mask(source, pad),
        "target_mask": target_mask(decoder_input, pad),
        "loss_mask": loss_mask(target, pad),
    }
