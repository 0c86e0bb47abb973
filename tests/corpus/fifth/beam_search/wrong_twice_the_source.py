# wrong: beam_search predicts at most twice as many tokens as the source has; shows with long results

import torch


def length_penalty(length: int, alpha: float) -> float:
    """What a log-probability is divided by, so that long sentences stand a chance."""
    return ((5 + length) / 6) ** alpha


def best_continuations(
    scores: torch.Tensor, log_probs: torch.Tensor, beam: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The best of all continuations.  scores: (hypotheses,); log_probs: (hypotheses, vocab_size)."""
    # Probabilities multiply, so their logarithms add up.
    totals = scores[:, None] + log_probs  # (hypotheses, vocab_size)
    best, places = totals.flatten().sort(descending=True)  # all hypotheses compete with each other
    places = places[best > -torch.inf][:beam]  # (kept,)
    vocab_size = log_probs.shape[1]
    parents, tokens = places // vocab_size, places % vocab_size  # row and column of the flat place
    return parents, tokens, totals[parents, tokens]


def beam_search(
    model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int, beam: int, alpha: float
) -> list[tuple[list[int], float]]:
    """source: ids (1, source).  Returns at most `beam` pairs of ids and score, the best first."""

    def score(hypothesis):
        ids, log_prob = hypothesis
        return log_prob / length_penalty(len(ids), alpha)

    source_keep = source != pad  # (1, source)
    memory = model.encode(source, source_keep)  # (1, source, d_model), once
    hypotheses = [([], 0.0)]  # no tokens yet, with probability 1: the logarithm of 1 is 0
    for _ in range(min(max_length, 2 * source.shape[1])):
        finished = [hypothesis for hypothesis in hypotheses if eos in hypothesis[0]]
        live = [hypothesis for hypothesis in hypotheses if eos not in hypothesis[0]]
        if not live:
            break
        n = len(live)
        decoder_input = torch.tensor([[sos, *ids] for ids, _ in live])  # (n, position): all of one length
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = logits[:, -1].log_softmax(dim=-1)  # (n, vocab_size)
        so_far = torch.tensor([log_prob for _, log_prob in live])  # (n,)
        parents, tokens, totals = best_continuations(so_far, log_probs, beam)  # each (kept,)
        grown = [(live[parents[i]][0] + [int(tokens[i])], float(totals[i])) for i in range(len(tokens))]
        # Finished hypotheses are not touched, but have to hold their place against the grown ones.
        hypotheses = sorted(finished + grown, key=score, reverse=True)[:beam]
    return [(ids, score((ids, log_prob))) for ids, log_prob in hypotheses]
