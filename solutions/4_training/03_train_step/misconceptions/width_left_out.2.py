def learning_rate(step, d_model, warmup):
    return d_model**0.5 * min(step**-0.5, step * warmup**-1.5)
