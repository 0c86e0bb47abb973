# wrong: padding is put only where the previous token was EOS, so a sentence that ends two or more steps before the longest goes on with noise after one pad.
import torch


def next_token(logits):
    last = logits[:, logits.shape[1] - 1]
    return torch.argmax(last, dim=1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    mask = source != pad
    memory = model.encode(source, mask)
    ys = torch.tensor([[sos]] * len(source))
    for _ in range(max_length):
        token = next_token(model.decode(ys, memory, mask))
        # after EOS comes padding
        token = torch.where(ys[:, -1] == eos, torch.tensor(pad), token)
        ys = torch.cat([ys, token.view(-1, 1)], dim=1)
        if (ys == eos).any(dim=1).all():
            break
    return ys[:, 1:]


def trim(ids, eos):
    sentences = []
    for row in ids:
        words = []
        for token in row:
            if token.item() == eos:
                break
            words.append(token.item())
        sentences.append(words)
    return sentences
