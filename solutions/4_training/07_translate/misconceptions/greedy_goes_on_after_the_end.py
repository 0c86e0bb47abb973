"""greedy keeps the words that come after EOS.

A row that has ended stays in the batch only because the others go on. What the model says there does not
count: cut every row at its first EOS.
"""

import torch
from provided import EOS, SOS


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    memory = model.encode(source)
    words = torch.full((len(source), 1), SOS, device=source.device)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        if ended.all():
            break
        logits = model.decode(memory, source, words)[:, -1]
        chosen = logits.argmax(-1)
        words = torch.cat([words, chosen[:, None]], dim=1)
        ended = ended | (chosen == EOS)
    return [[word for word in row if word != EOS] for row in words[:, 1:].tolist()]
