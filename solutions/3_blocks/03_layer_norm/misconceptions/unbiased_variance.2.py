def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    std = x.std(axis=-1, keepdims=True, ddof=1)
    return gamma * (x - mean) / (std + eps) + beta
