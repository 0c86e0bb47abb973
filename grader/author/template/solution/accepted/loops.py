"""In plain Python."""


def weighted_mean(x, weights):
    total = sum(float(weight) for weight in weights)
    columns = range(len(x[0]))
    return [sum(float(w) * float(row[j]) for w, row in zip(weights, x, strict=True)) / total for j in columns]
