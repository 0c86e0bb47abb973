def low_rank_multiplications(length, rank, d_k, d_v):
    return 4 * length * rank * d_k
