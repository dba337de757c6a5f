"""Automatic mutants: the reference engine with one operator, number or statement of its code changed.

Why not mutmut, the usual tool: it copies the sources, changes one of them and runs a test command in a
process of its own for every mutant, which costs a second and more each before anything is played; and it
says which test command failed, not which case of the corpus. Here the question is another one, whether the
corpus and not the tests would notice, and it can be asked without a new process: a mutant is the code
object of one function, put in its place while the prepared scripts are played. That takes some hundredths
of a second, so a sample of hundreds is a matter of minutes. The operators are the usual ones and few.

Left alone is what a case cannot see by design: citations of clauses, events, and checks against mistakes of
the engine's own. Only functions are changed, no tables and no rules of a text: for those there are the
wrong engines written by hand.
"""
