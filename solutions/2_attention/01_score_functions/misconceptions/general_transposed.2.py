def general(s, h, W_a):
    return s @ (W_a.T if W_a.shape[0] == W_a.shape[1] else W_a) @ h.T
