"""beam leaves out EOS.

The tokens end with EOS where it was predicted.
"""

import torch
from provided import EOS, PAD, SOS


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    hypotheses = [([], 0.0)]
    for _ in range(max_length):
        candidates = []
        for tokens, score in hypotheses:
            if tokens and tokens[-1] == EOS:
                candidates.append((tokens, score))
                continue
            decoder_input = torch.tensor([[SOS, *tokens]], device=source.device)
            logits = model.decode(decoder_input, memory, source_keep)[0, -1]
            for token, value in enumerate(logits.log_softmax(-1).tolist()):
                candidates.append(([*tokens, token], score + value))
        hypotheses = sorted(candidates, key=lambda candidate: -candidate[1])[:width]
        if all(tokens[-1] == EOS for tokens, _ in hypotheses):
            break
    return [([token for token in tokens if token != EOS], score) for tokens, score in hypotheses]
