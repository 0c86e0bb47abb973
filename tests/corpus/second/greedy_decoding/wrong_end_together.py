# wrong: greedy_decode stops only when all predict EOS in one step, so columns of pad follow; for sentences of unequal length
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    decoder_input = torch.full((len(source), 1), sos, dtype=torch.long)
    finished = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(decoder_input, memory, source_keep))
        token = torch.where(finished, pad, token)
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
        finished = finished | (token == eos)
        if (token == eos).all():
            break
    return decoder_input[:, 1:]


def trim(ids, eos):
    sentences = []
    for row in ids.tolist():
        if eos in row:
            row = row[: row.index(eos)]
        sentences.append(row)
    return sentences
