# wrong: length_penalty takes the power of the numerator only, (5 + T)^alpha / 6, which is right for alpha = 1 but gives 1/6 for alpha = 0 and a wrong value for any other alpha.
import torch


def length_penalty(length, alpha):
    return (5 + length) ** alpha / 6


def best_continuations(scores, log_probs, beam):
    all_scores = (scores.unsqueeze(-1) + log_probs).reshape(-1)
    k = min(beam, int(torch.isfinite(all_scores).sum()))
    best, index = torch.topk(all_scores, k)
    return torch.div(index, log_probs.size(-1), rounding_mode="floor"), index % log_probs.size(-1), best


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    beams = [([], 0.0)]
    for _ in range(max_length):
        done = [b for b in beams if b[0] and b[0][-1] == eos]
        todo = [b for b in beams if not b[0] or b[0][-1] != eos]
        if not todo:
            break
        inputs = torch.tensor([[sos] + ids for ids, _ in todo])
        n = len(todo)
        logits = model.decode(inputs, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = logits[:, -1].log_softmax(-1)
        so_far = torch.tensor([p for _, p in todo], dtype=log_probs.dtype)
        for parent, token, p in zip(*(x.tolist() for x in best_continuations(so_far, log_probs, beam))):
            done.append((todo[parent][0] + [token], p))
        done.sort(key=lambda b: b[1] / length_penalty(len(b[0]), alpha), reverse=True)
        beams = done[:beam]
    return [(ids, p / length_penalty(len(ids), alpha)) for ids, p in beams]
