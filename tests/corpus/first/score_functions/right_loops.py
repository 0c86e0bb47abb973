# right: plain Python loops and math, one number at a time
import math
import numpy as np

def inner(a, b):
    return sum(float(p) * float(q) for p, q in zip(a, b))

def dot(s, h):
    return np.array([[inner(a, b) for b in h] for a in s])

def scaled_dot(s, h):
    n = len(s[0])
    table = []
    for a in s:
        row = []
        for b in h:
            row.append(inner(a, b) / math.sqrt(n))
        table.append(row)
    return np.array(table)

def cosine(s, h):
    table = np.zeros((len(s), len(h)))
    for t, a in enumerate(s):
        for i, b in enumerate(h):
            la, lb = math.sqrt(inner(a, a)), math.sqrt(inner(b, b))
            if la != 0 and lb != 0:
                table[t, i] = inner(a, b) / la / lb
    return table

def general(s, h, W_a):
    table = np.zeros((len(s), len(h)))
    for t, a in enumerate(s):
        for i, b in enumerate(h):
            for p in range(len(a)):
                for q in range(len(b)):
                    table[t, i] += a[p] * W_a[p, q] * b[q]
    return table

def additive(s, h, W_a, v_a):
    table = np.zeros((len(s), len(h)))
    for t, a in enumerate(s):
        for i, b in enumerate(h):
            pair = list(a) + list(b)
            for m in range(len(v_a)):
                table[t, i] += v_a[m] * math.tanh(inner(pair, W_a[:, m]))
    return table

def location(s, W_a):
    table = []
    for a in s:
        e = [math.exp(inner(a, column)) for column in W_a.T]
        total = sum(e)
        table.append([value / total for value in e])
    return np.array(table)
