def trim(ids, eos):
    return [[token for token in row if token not in (0, eos)] for row in ids.tolist()]
