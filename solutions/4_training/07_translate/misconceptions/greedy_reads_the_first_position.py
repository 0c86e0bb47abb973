"""greedy reads the logits of the first position.

They predict the token after SOS, in every step. The next token is predicted at the last position: [:, -1].
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
        logits = model.decode(tokens, memory, source_keep)[:, 0]
        chosen = logits.argmax(-1).masked_fill(ended, PAD)
        tokens = torch.cat([tokens, chosen[:, None]], dim=1)
        ended = ended | (chosen == EOS)
    return tokens[:, 1:]
