def post_norm(x, sublayer, norm):
    return norm(x) + norm(sublayer(norm(x)))
