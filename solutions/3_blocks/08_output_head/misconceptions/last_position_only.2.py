def to_logits(x, W, b):
    if x.ndim > 1:
        x = x[..., -1, :]
    return x @ W + b
