"""beam stops when the first hypothesis has ended.

Another one may still become more likely. Go on until all of the best are finished.
"""

import torch
from provided import EOS, SOS


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    memory = model.encode(source)
    hypotheses = [(0.0, [SOS])]
    for _ in range(max_length):
        candidates = []
        for score, tokens in hypotheses:
            if tokens[-1] == EOS:
                candidates.append((score, tokens))
                continue
            logits = model.decode(memory, source, torch.tensor([tokens], device=source.device))[0, -1]
            for token, log_probability in enumerate(logits.log_softmax(-1).tolist()):
                candidates.append((score + log_probability, [*tokens, token]))
        hypotheses = sorted(candidates, key=lambda candidate: -candidate[0])[:width]
        if any(tokens[-1] == EOS for _, tokens in hypotheses):
            break
    finished = [hypothesis for hypothesis in hypotheses if hypothesis[1][-1] == EOS]
    _, best = (finished or hypotheses)[0]
    return [token for token in best[1:] if token != EOS]
