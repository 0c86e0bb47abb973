def dense_multiplications(length, d_k, d_v):
    return 2 * length * length * d_k


def low_rank_multiplications(length, rank, d_k, d_v):
    return 4 * length * rank * d_k
