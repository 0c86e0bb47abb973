# wrong: two mistakes: the decoder gets only the last token instead of SOS and all tokens so far, and the encoder is called again in every step.
import torch


def next_token(logits):
    return logits[:, -1].argmax(-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    token = torch.full((source.shape[0],), sos)
    finished = torch.zeros(source.shape[0], dtype=torch.bool)
    output = []
    for _ in range(max_length):
        memory = model.encode(source, source_keep)
        logits = model.decode(token.unsqueeze(1), memory, source_keep)
        token = next_token(logits)
        token = torch.where(finished, torch.full_like(token, pad), token)
        output.append(token)
        finished |= token == eos
        if finished.all():
            break
    return torch.stack(output, dim=1)


def trim(ids, eos):
    result = []
    for row in ids:
        row = row.tolist()
        if eos in row:
            result.append(row[: row.index(eos)])
        else:
            result.append(row)
    return result
