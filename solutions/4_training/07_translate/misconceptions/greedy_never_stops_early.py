"""greedy continues to max_length after the last row has ended.

Stop when all rows have ended; the result is as long as the longest sentence.
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
        logits = model.decode(tokens, memory, source_keep)[:, -1]
        chosen = logits.argmax(-1).masked_fill(ended, PAD)
        tokens = torch.cat([tokens, chosen[:, None]], dim=1)
        ended = ended | (chosen == EOS)
    return tokens[:, 1:]
