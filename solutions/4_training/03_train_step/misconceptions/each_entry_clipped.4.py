def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = sum((gradient**2).sum().item() for gradient in gradients) ** 0.5
    if norm > max_norm:
        for gradient in gradients:
            gradient.clamp_(-max_norm, max_norm)
    return norm
