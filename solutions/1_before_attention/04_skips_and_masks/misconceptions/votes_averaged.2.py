def votes(activities, transitions):
    total = activities @ transitions
    return total / total.sum()
