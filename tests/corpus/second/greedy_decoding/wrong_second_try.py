# wrong: greedy_decode replaces the EOS itself by pad and always returns max_length columns; shows whenever EOS is predicted
import torch


def next_token(logits):
    return torch.from_numpy(logits[:, -1, :].detach().cpu().numpy().argmax(axis=-1)).long()


def greedy_decode(model, source, sos, eos, pad, max_length):
    batch = source.size(0)
    source_keep = ~source.eq(pad)
    memory = model.encode(source, source_keep)
    ids = source.new_full((batch, max_length + 1), pad)
    ids[:, 0] = sos
    done = torch.zeros(batch, dtype=torch.bool)
    for t in range(max_length):
        token = next_token(model.decode(ids[:, : t + 1], memory, source_keep))
        done |= token == eos
        token[done] = pad
        ids[:, t + 1] = token
        if done.all():
            break
    return ids[:, 1:]


def trim(ids, eos):
    before_end = (ids == eos).int().cumsum(dim=1) == 0
    return [row[keep].tolist() for row, keep in zip(ids, before_end)]
