def votes(activities, transitions):
    return transitions[activities == 1].sum(axis=0)
