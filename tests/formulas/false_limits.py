"""Limits that strangers wrote and that are false, by the names of their books."""

# False limits, each with the lemma that refutes it on a plain instance; these take little time.
FALSE = {
    "drift/d4": "descends",
    "drift/d7": "along-a-line",
    "drift/d10": "coordinates",
    "drift/d17": "stays-above",
    "drift/d20": "at-a-step",
    "drift/d21": "at-a-step",
    "drift/d24": "swings",
    "attn/a3": "along-a-line",
    "attn/a7": "stays",
    "attn/r1": "descends",
    "coin/c2": "kept-off",
    "coin/c4": "along-a-line",
    "stranger/b12": "along-a-line",  # a limit in the place of a hypothesis
    "stranger/d05": "in-a-plane",  # with a shorter step than the plain instance's own
    "later/f13": "alternates",
    "later/f14": "alternates",
    "later/g06": "balanced",
    "later/h08": "alternates",
    "later/h09": "descends",
    "later/k02": "stays",
    "limits/t07": "coordinates",
    "limits/v09": "alternates",
    "limits/v11": "stays",
    "where/y08": "coordinates",
    "where/y10": "coordinates",
    "where/y29": "kept-off",
    "where/y34": "caught",
    "where/y11": "coordinates",  # two runs, one of which has twice the other's loss
    "rates/n03": "in-a-plane",
    "rates/n08": "paced",
    "rates/n09": "paced",
    "rates/n10": "paced",
    "rates/n11": "coordinates",  # weight decay
    "rates/n12": "lags",  # where doubles see it fail, behind the first plain instances
    "rates/n14": "balanced",  # log r and its log
    "rates/q06": "coordinates",
    "rates/q08": "in-a-wedge",
    "rates/q09": "in-a-plane",  # a rate that the statement says exists
    "rates/q10": "balanced",  # under equations
    "tails/a01": "in-a-plane",
    "tails/a05": "coordinates",  # a sum of losses
    "tails/a09": "paced",  # steps by the root of a counter
    "tails/a12": "adaptive",
    "tails/a13": "lags",  # behind the first plain instances
    "tails/b02": "balanced",
    "nextword/w01": "descends",
    "nextword/w02": "coordinates",
    "nextword/w03": "descends",
    "nextword/w04": "coordinates",
    "nextword/w06": "along-a-line",
    "nextword/w08": "balanced",
    "nextword/w10": "balanced",
    "nextword/w12": "in-a-plane",
    "nextword/w13": "at-a-step",
    "nextword/w14": "coordinates",
    "nextword/w15": "paced",
    "nextword/w17": "paced",
    "nextword/w18": "coordinates",
    "nextword/w19": "coordinates",
    "nextword/w21": "rays",
    "nextword/w22": "descends",
    "nextword/w23": "stays",
    "nextword/w25": "paced",
    "nextword/w26": "coordinates",
    "nextword/w27": "caught",
    "priority/p01": "along-a-line",
    "priority/p02": "descends",
    "priority/p03": "coordinates",
    "priority/p04": "descends",
    "priority/p06": "balanced",
    "priority/p07": "descends",
    "priority/p09": "in-a-wedge",
    "priority/p10": "alternates",
    "priority/p11": "stays",
    "priority/p12": "descends",
    "priority/p13": "descends",
    "priority/p14": "coordinates",
    "priority/p15": "descends",
    "priority/p16": "coordinates",
    "priority/p18": "coordinates",
    "priority/p19": "coordinates",
    "priority/p21": "balanced",
    "priority/p22": "at-a-step",
    "priority/p24": "along-a-line",
    "paths/b12": "paced",  # momentum
    "paths/b19": "adaptive",  # with an epsilon
    "graphs/c19": "coordinates",  # a power of the gradient
    "graphs/c22": "flung",
    "second/d27": "swings",  # two states that swap
    "second/d28": "modes",  # momentum on a quadratic
    "referee/e06": "in-a-plane",  # log(k + 1) beside a coordinate like log log k
    "referee/e25": "stays",  # compatible and not separable
    "referee/e21": "attained",
    "appendix/a04": "passed",  # what is true of the flow
    "runs/r3": "descends",
    "runs/r5": "coordinates",
    "runs/r6": "descends",
    "runs/r8": "descends",
    "runs/r9": "balanced",  # against a root of the radius
    "runs/r12": "coordinates",  # an average by a sum
    "rec/c1": "at-a-step",
    "rec/c3": "recurrence",  # a sum divided by its number, times k^2
    "rec/c8": "cycles",  # sign descent
    "rec/c4": "caught",
    "rec/c5": "finite-length",
    "rec/c12": "paced",
    "rec/c13": "paced",  # steps by the number of steps itself
    "steep/s01": "superposed",  # a multiple below 0
    "steep/s06": "superposed",  # a multiple that a schedule moves
    "steep/s11": "flung",  # two factors
    "iterate/i08": "recurrence",  # beside what is geometric, on a type that extends one that extends another
    "iterate/i16": "recurrence",  # a running mean
    "iterate/i20": "cycles",  # the mean of a cycle
    "iterate/i22": "coordinates",  # a power of k
    "gaze/g06": "in-a-wedge",  # the infimum of what is not convex
    "decay/d06": "flung",  # at the bound, where each two steps lead farther out
    "decay/d09": "balanced",
    "decay/d14": "descends",
    "momentum/m09": "recurrence",
    "momentum/m10": "swings",
    "momentum/m12": "finite-length",
    "outputs/o11": "along-a-line",
    "descent/d03": "coordinates",
    "descent/d04": "descends",
    "descent/d05": "coordinates",
    "descent/d08": "descends",
    "descent/d09": "along-a-line",
    "descent/d13": "descends",
    "descent/d17": "finite-length",
    "descent/d20": "coordinates",
    "tempo/t04": "enclosed",  # at one number of a ridge path
    "tempo/t08": "balanced",
    "tempo/t28": "flung",
    "strides/s01": "along-a-line",  # steps that tend to one length
    "strides/s02": "coordinates",  # what a sum lacks beside k
    "strides/s05": "coordinates",
    "strides/s06": "coordinates",  # logs of what tends to 1
    "strides/s07": "along-a-line",
    "strides/s09": "coordinates",
    "strides/s11": "coordinates",
    "outlook/o1": "along-a-line",
    "outlook/o2": "self-scaled",
    "rumour/q05": "coordinates",
    "rumour/q04": "balanced",
    "rumour/q10": "in-a-plane",
    "lecture/e08": "coordinates",
    "lecture/e10": "paced",  # a weight decay that falls like 1 / k
    "lecture/e11": "at-a-step",
    "lecture/e12": "paced",  # steps that double
    "seminar/g07": "at-a-step",
    "seminar/g09": "along-a-line",
    "seminar/g12": "coordinates",
    "postscript/x2": "paced",
    "postscript/x3": "at-a-step",
    "postscript/x4": "paced",  # log k and a number that nothing is known of
    "postscript/x7": "paced",  # steps and a decay that fall alike
    "epilogue/y1": "coordinates",
    "epilogue/y2": "lags",  # behind the first plain instances
    "epilogue/y3": "along-a-line",
    "epilogue/y5": "coordinates",
    "epilogue/y7": "descends",
    "epilogue/y9": "paced",
    "epilogue/y11": "in-a-plane",  # a share that leaks out of a component
    "epilogue/y13": "coordinates",
    "epilogue/y14": "along-a-line",
    "epilogue/y10": "by-what-leads",  # a gradient a step ahead
    "verge/v03": "in-a-plane",  # the square of log log k, beside a root
    "verge/v11": "leads-on",  # kept in a ball
    "verge/v13": "coordinates",
    "verge/v14": "by-what-leads",
    "verge/v18": "balanced",  # the fourth power of the norm
    "verge/v19": "balanced",  # the norm itself
    "verge/v21": "in-a-corner",
    "orbit/o02": "descends",
    "orbit/o11": "coordinates",
    "orbit/o17": "swings",
    "sequel/q1": "by-what-leads",  # clipped
    "sequel/q3": "leads-on",
    "sequel/q7": "balanced",
    "rows/r01": "coordinates",  # of means, by symbols
    "rows/r02": "in-a-plane",
    "rows/r04": "descends",
    "heads/h01": "coordinates",  # where others have taken all the work
    "heads/h02": "coordinates",
    "heads/h03": "coordinates",
    "rows/r05": "adaptive",
    "heads/h04": "coordinates",
    "fathom/f01": "coordinates",
    "fathom/f02": "coordinates",  # contexts in turns
    "fathom/f04": "self-scaled",  # the number that own squares leave
    "fathom/f06": "each-scaled",
    "fathom/f09": "paced",
    "fathom/f17": "along-a-line",
    "gusts/g1": "by-what-leads",
    "gusts/g2": "coordinates",
    "gusts/g3": "coordinates",
    "gusts/g4": "each-scaled",
    "gusts/g5": "self-scaled",
    "gusts/g6": "each-scaled",
    "tides/t02": "coordinates",
    "tides/t05": "balanced",
    "ember/e02": "coordinates",
    "ember/e04": "in-a-plane",
    "ember/e05": "coordinates",
    "ember/e08": "paced",
    "ember/e13": "coordinates",
    "ember/e14": "paced",
    "ember/e23": "coordinates",
    "ember/e25": "paced",
    "wick/a1": "coordinates",
    "wick/a3": "coordinates",
    "wick/a5": "coordinates",
    "wick/a12": "coordinates",
    "almanac/b13": "recurrence",  # of a type without fields of its own
    "almanac/b17": "stays",
    "almanac/b18": "stays",
    "fathom/f14": "balanced",
    "shoal/s02": "paced",
    "shoal/s03": "by-what-leads",
    "shoal/s05": "finite-length",
    "shoal/s07": "balanced",
    "shoal/s08": "balanced",
    "shoal/s09": "coordinates",
    "shoal/s12": "balanced",
    "shoal/s13": "along-a-line",
    "shoal/s14": "coordinates",
    "shoal/s16": "coordinates",
    "shoal/s17": "caught",
    "shoal/s18": "balanced",
    "shoal/s19": "paced",
    "shoal/s22": "balanced",
    "lantern/c12": "descends",
    "lantern/c13": "in-a-plane",
    "lantern/c14": "balanced",
    "lantern/c28": "coordinates",
    "wharf/w02": "along-a-line",
    "wharf/w03": "stays",
    "wharf/w04": "alternates",
    "wharf/w08": "paced",
    "wharf/w09": "at-a-step",
    "wharf/w11": "along-a-line",
    "wharf/w12": "paced",
    "wharf/w13": "balanced",
    "wharf/w24": "along-a-line",
    "wharf/w26": "descends",
    "parlour/p02": "in-a-plane",
    "parlour/p03": "stays",
    "parlour/p04": "alternates",
    "parlour/p07": "descends",  # what is above 1 / k in its log alone
    "parlour/p08": "descends",
    "parlour/p10": "at-a-step",
    "parlour/p11": "stays",
    "parlour/p13": "outrun",
    "parlour/p22": "in-a-wedge",
    "parlour/p23": "in-a-wedge",
    "parlour/p24": "descends",
}
