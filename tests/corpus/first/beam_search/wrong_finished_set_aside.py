# wrong: beam_search puts finished hypotheses aside and always fills the beam with unfinished ones; shows when EOS comes before the end
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
        parents, tokens, new_scores = best_continuations(scores, log_probs, 2 * beam)
        new_alive, new_alive_scores = [], []
        for parent, token, score in zip(parents.tolist(), tokens.tolist(), new_scores.tolist()):
            ids = alive[parent] + [token]
            if token == eos:
                finished.append((ids, score / length_penalty(length, alpha)))
            elif len(new_alive) < beam:
                new_alive.append(ids)
                new_alive_scores.append(score)
        alive, scores = new_alive, torch.tensor(new_alive_scores)
        if len(finished) >= beam or not alive:
            break
    if len(finished) < beam:
        finished += [(ids, s / length_penalty(len(ids), alpha)) for ids, s in zip(alive, scores.tolist())]
    return sorted(finished, key=lambda h: h[1], reverse=True)[:beam]
