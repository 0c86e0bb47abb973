def relative_values(weights, values, value_table, index):
    return weights @ values + value_table[index].sum(axis=0)
