# wrong: greedy_decode stops all at the first EOS of any sentence and tests the mask with source > 0; trim drops the last word without EOS
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source > 0
    memory = model.encode(source, source_keep)
    ids = torch.full((source.shape[0], 1), sos, dtype=torch.long)
    for _ in range(max_length):
        token = next_token(model.decode(ids, memory, source_keep))
        ids = torch.cat([ids, token.unsqueeze(1)], dim=1)
        if eos in token:
            break
    return ids[:, 1:]


def trim(ids, eos):
    sentences = []
    for row in ids.tolist():
        end = -1
        for i, token in enumerate(row):
            if token == eos:
                end = i
                break
        sentences.append(row[:end])
    return sentences
