def dense_multiplications(length, d_k, d_v):
    return length * length * d_k
