"""greedy keeps the tokens that come after EOS.

A row that has ended stays in the batch only because others have not. What the model predicts there does not count: it
is PAD.
"""

import torch
from provided import EOS, PAD, SOS


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    tokens = torch.full((len(source), 1), SOS, device=source.device)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        if ended.all():
            break
        logits = model.decode(tokens, memory, source_keep)[:, -1]
        chosen = logits.argmax(-1)
        tokens = torch.cat([tokens, chosen[:, None]], dim=1)
        ended = ended | (chosen == EOS)
    return tokens[:, 1:]
