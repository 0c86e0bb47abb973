"""greedy treats a predicted PAD as the end of a sentence.

Only EOS ends a row.
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
        chosen = logits.argmax(-1).masked_fill(ended, PAD)
        tokens = torch.cat([tokens, chosen[:, None]], dim=1)
        ended = ended | (chosen == EOS) | (chosen == PAD)
    return tokens[:, 1:]
