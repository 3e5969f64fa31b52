"""stub"""
def compatible(d): raise NotImplementedError
def separable(d): raise NotImplementedError
def obstructed(d): raise NotImplementedError
