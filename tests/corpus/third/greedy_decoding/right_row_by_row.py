# right: the whole batch is encoded once, then every sentence is decoded by itself on its row of the memory with Python lists, and the results are padded at the end.
import torch


def next_token(logits):
    chosen = []
    for sentence in logits:
        scores = sentence[-1].tolist()
        best = 0
        for token in range(1, len(scores)):
            if scores[token] > scores[best]:
                best = token
        chosen.append(best)
    return torch.tensor(chosen, dtype=torch.int64)


def _decode_one(model, memory, source_keep, sos, eos, max_length):
    words = [sos]
    for _ in range(max_length):
        logits = model.decode(torch.tensor([words]), memory, source_keep)
        words.append(int(next_token(logits)[0]))
        if words[-1] == eos:
            break
    return words[1:]


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = torch.ne(source, pad)
    memory = model.encode(source, source_keep)
    results = [
        _decode_one(model, memory[b : b + 1], source_keep[b : b + 1], sos, eos, max_length)
        for b in range(source.shape[0])
    ]
    longest = max((len(words) for words in results), default=0)
    return torch.tensor([words + [pad] * (longest - len(words)) for words in results], dtype=torch.int64)


def trim(ids, eos):
    out = []
    for row in ids:
        words = []
        for token in row.tolist():
            if token == eos:
                break
            words.append(token)
        out.append(words)
    return out
