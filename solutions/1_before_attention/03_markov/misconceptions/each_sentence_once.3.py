from solution import second_order_matrix as right


def second_order_matrix(sentences, vocabulary):
    return right(sorted(set(sentences)), vocabulary)
