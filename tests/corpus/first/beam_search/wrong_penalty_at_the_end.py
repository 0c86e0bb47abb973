# wrong: beam_search ranks by log P during the search and divides by lp only at the end; shows for alpha > 0
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
    kept = [([], 0.0)]
    for _ in range(max_length):
        finished = [h for h in kept if h[0] and h[0][-1] == eos]
        alive = [h for h in kept if not h[0] or h[0][-1] != eos]
        if not alive:
            break
        n = len(alive)
        decoder_input = torch.tensor([[sos] + ids for ids, _ in alive])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1], dim=-1)
        scores = torch.tensor([score for _, score in alive])
        parents, tokens, scores = best_continuations(scores, log_probs, beam)
        new = [(alive[p][0] + [t], s) for p, t, s in zip(parents.tolist(), tokens.tolist(), scores.tolist())]
        kept = sorted(finished + new, key=lambda h: h[1], reverse=True)[:beam]
    result = [(ids, score / length_penalty(len(ids), alpha)) for ids, score in kept]
    return sorted(result, key=lambda h: h[1], reverse=True)
