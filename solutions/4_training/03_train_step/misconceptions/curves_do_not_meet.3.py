def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * (step / warmup if step <= warmup else step**-0.5)
