def mix(weights, embeddings):
    new = embeddings.copy()
    for i in range(len(weights)):
        new[i] = weights[i] @ new
    return new
