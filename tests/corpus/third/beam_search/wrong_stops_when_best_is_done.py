# wrong: the search stops as soon as the best hypothesis is finished; the others are returned unfinished, and with a length penalty one of them might have become better.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    vocab_size = log_probs.size(1)
    sums = (scores.view(-1, 1) + log_probs).view(-1)
    values, positions = sums.sort(descending=True)
    values, positions = values[:beam], positions[:beam]
    possible = values > float("-inf")
    values, positions = values[possible], positions[possible]
    return positions // vocab_size, positions % vocab_size, values


class Beam:
    def __init__(self, alpha, eos):
        self.alpha, self.eos = alpha, eos
        self.items = [([], 0.0)]

    def score(self, item):
        return item[1] / length_penalty(len(item[0]), self.alpha)

    def done(self, item):
        return len(item[0]) > 0 and item[0][-1] == self.eos

    def split(self):
        return [i for i in self.items if self.done(i)], [i for i in self.items if not self.done(i)]

    def keep_best(self, items, width):
        self.items = sorted(items, key=self.score, reverse=True)[:width]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    kept = Beam(alpha, eos)
    for _ in range(max_length):
        finished, running = kept.split()
        n = len(running)
        decoder_input = torch.tensor([[sos, *ids] for ids, _ in running])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1, :], dim=-1)
        scores = torch.tensor([log_p for _, log_p in running], dtype=log_probs.dtype)
        parents, tokens, new_scores = best_continuations(scores, log_probs, beam)
        new = [
            (running[p][0] + [t], s) for p, t, s in zip(parents.tolist(), tokens.tolist(), new_scores.tolist())
        ]
        kept.keep_best(finished + new, beam)
        if kept.done(kept.items[0]):  # the winner is found
            break
    return [(ids, kept.score((ids, log_p))) for ids, log_p in kept.items]
