"""A process that speaks the hosts' protocol and does nothing.

It begins in 10 ms: what it says first is given to it, and what it answers is only imported when
it is asked, because most tests of the window ask nothing. See ``fake_hosts.commands``.
"""

import os
import sys

sys.stdout.write(sys.argv[1].replace('"pid":0', f'"pid":{os.getpid()}'))
sys.stdout.flush()
for line in sys.stdin.buffer:
    from fake_answers import answer  # beside this script

    answer(line)
