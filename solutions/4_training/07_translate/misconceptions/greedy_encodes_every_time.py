"""greedy encodes the source anew for every word. The words are right, but it is slow.

The source does not change. Call model.encode once, before the loop, and model.decode inside it.
"""

import torch
from provided import EOS, SOS


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    words = torch.full((len(source), 1), SOS, device=source.device)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        if ended.all():
            break
        logits = model(source, words)[:, -1]
        chosen = logits.argmax(-1).masked_fill(ended, EOS)
        words = torch.cat([words, chosen[:, None]], dim=1)
        ended = ended | (chosen == EOS)
    return [[word for word in row if word != EOS] for row in words[:, 1:].tolist()]
