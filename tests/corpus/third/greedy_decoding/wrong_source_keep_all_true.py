# wrong: source_keep is True everywhere, so the padding of a shorter source is seen and its result changes with its neighbours.
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = torch.ones_like(source, dtype=torch.bool)
    memory = model.encode(source, source_keep)
    results = [[] for _ in range(source.shape[0])]
    inputs = torch.full((source.shape[0], 1), sos, dtype=torch.int64)
    for _ in range(max_length):
        predicted = next_token(model.decode(inputs, memory, source_keep)).tolist()
        for row, token in zip(results, predicted):
            row.append(pad if eos in row else token)
        inputs = torch.tensor([[sos] + row for row in results])
        if all(eos in row for row in results):
            break
    return inputs[:, 1:]


def trim(ids, eos):
    return [row[: (row + [eos]).index(eos)] for row in ids.tolist()]
