# wrong: beam_search adds log-probs to scores already divided by lp, and returns finished before unfinished; alpha > 0, or the limit
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    vocab_size = log_probs.shape[1]
    table = (scores.unsqueeze(1) + log_probs).flatten()
    kept, index = table.topk(min(beam, table.numel()))
    possible = kept > -torch.inf
    kept, index = kept[possible], index[possible]
    return index // vocab_size, index % vocab_size, kept


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    alive, scores = [[]], torch.zeros(1)
    finished = []
    for length in range(1, max_length + 1):
        n = len(alive)
        decoder_input = torch.tensor([[sos] + ids for ids in alive])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1], dim=-1)
        parents, tokens, new_scores = best_continuations(scores, log_probs, beam)
        new_scores = new_scores / length_penalty(length, alpha)
        candidates = finished[:]
        for parent, token, score in zip(parents.tolist(), tokens.tolist(), new_scores.tolist()):
            candidates.append((alive[parent] + [token], score))
        candidates.sort(key=lambda c: c[1], reverse=True)
        kept = candidates[:beam]
        finished = [c for c in kept if c[0][-1] == eos]
        alive = [ids for ids, _ in kept if ids[-1] != eos]
        scores = torch.tensor([score for ids, score in kept if ids[-1] != eos])
        if not alive:
            break
    return finished + list(zip(alive, scores.tolist()))
