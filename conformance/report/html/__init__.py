"""Reports as one page that needs nothing else: no network, no server, and no scripts to be read.

What is on a page comes from report streams alone. A page is made in two steps: plain records of what there
is to show (`overview`, `matrix`, `cases` and what they are put together from), then templates that write
them. Whatever is written passes through `cleaning`, since an implementation may say anything.
"""
