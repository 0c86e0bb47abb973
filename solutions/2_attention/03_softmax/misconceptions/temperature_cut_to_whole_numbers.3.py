from solution import softmax


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(scores // temperature, axis=axis)
