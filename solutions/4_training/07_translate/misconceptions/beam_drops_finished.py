"""beam forgets the finished hypotheses.

Only those that are not finished are carried on, so an early end is lost. Put finished ones among the candidates of the
next round, unchanged.
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
                continue
            logits = model.decode(memory, source, torch.tensor([tokens], device=source.device))[0, -1]
            for token, log_probability in enumerate(logits.log_softmax(-1).tolist()):
                candidates.append((score + log_probability, [*tokens, token]))
        if not candidates:
            break
        hypotheses = sorted(candidates, key=lambda candidate: -candidate[0])[:width]
        if all(tokens[-1] == EOS for _, tokens in hypotheses):
            break
    _, best = hypotheses[0]
    return [token for token in best[1:] if token != EOS]
