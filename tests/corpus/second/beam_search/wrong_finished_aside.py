# wrong: beam_search puts finished hypotheses aside and fills the beam up with live ones; shows when one ends before others
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    vocab_size = log_probs.shape[1]
    total = (scores[:, None] + log_probs).flatten()
    best, index = total.topk(min(beam, total.numel()))
    possible = best > -torch.inf
    best, index = best[possible], index[possible]
    return index // vocab_size, index % vocab_size, best


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    kept = [([], 0.0)]
    finished = []
    for step in range(1, max_length + 1):
        live = kept
        if not live or len(finished) >= beam:
            break
        n = len(live)
        decoder_input = torch.tensor([[sos] + ids for ids, _ in live])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1].double(), dim=-1)
        scores = torch.tensor([log_p for _, log_p in live], dtype=torch.double)
        parents, tokens, new_scores = best_continuations(scores, log_probs, 2 * beam)
        kept = []
        for parent, token, log_p in zip(parents.tolist(), tokens.tolist(), new_scores.tolist()):
            ids = live[parent][0] + [token]
            if token == eos:
                finished.append((ids, log_p))
            elif len(kept) < beam:
                kept.append((ids, log_p))
    result = [(ids, log_p / length_penalty(len(ids), alpha)) for ids, log_p in finished + kept]
    return sorted(result, key=lambda pair: pair[1], reverse=True)[:beam]
