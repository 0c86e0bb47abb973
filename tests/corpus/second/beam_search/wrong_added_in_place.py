# wrong: best_continuations adds the scores into the caller's log_probs; shows when scores are not 0
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    vocab_size = log_probs.shape[1]
    log_probs += scores[:, None]
    total = log_probs.flatten()
    best, index = total.topk(min(beam, total.numel()))
    possible = best > -torch.inf
    best, index = best[possible], index[possible]
    return index // vocab_size, index % vocab_size, best


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    kept = [([], 0.0)]
    for step in range(1, max_length + 1):
        finished = [(ids, log_p) for ids, log_p in kept if ids and ids[-1] == eos]
        live = [(ids, log_p) for ids, log_p in kept if not ids or ids[-1] != eos]
        if not live:
            break
        n = len(live)
        decoder_input = torch.tensor([[sos] + ids for ids, _ in live])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1].double(), dim=-1)
        scores = torch.tensor([log_p for _, log_p in live], dtype=torch.double)
        parents, tokens, new_scores = best_continuations(scores, log_probs, beam)
        candidates = list(finished)
        for parent, token, log_p in zip(parents.tolist(), tokens.tolist(), new_scores.tolist()):
            candidates.append((live[parent][0] + [token], log_p))
        candidates.sort(key=lambda c: c[1] / length_penalty(len(c[0]), alpha), reverse=True)
        kept = candidates[:beam]
    return [(ids, log_p / length_penalty(len(ids), alpha)) for ids, log_p in kept]
