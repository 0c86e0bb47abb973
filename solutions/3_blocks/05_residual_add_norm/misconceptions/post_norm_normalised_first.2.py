def post_norm(x, sublayer, norm):
    x = norm(x)
    return norm(x + sublayer(x))
