# SPDX-License-Identifier: MIT
"""Shows the answers of senda's searches in gdb: `source senda_gdb.py`, in ~/.gdbinit or by hand."""

import gdb
import gdb.printing


def length(vector):
    """The number of elements of a std::vector of libstdc++ or of libc++."""
    try:
        pointers = vector["_M_impl"]
        return int(pointers["_M_finish"] - pointers["_M_start"])
    except gdb.error:
        return int(vector["__end_"] - vector["__begin_"])


class ResultPrinter:
    """One line that says how the search ended, and what it found below that."""

    def __init__(self, result):
        self.result = result

    def to_string(self):
        status = str(self.result["status"]).rsplit("::", 1)[-1]
        if status == "found":
            nodes = length(self.result["path"])
            return f"{status}: cost {self.result['cost']}, {nodes} node{'s' * (nodes != 1)}"
        if status == "exhausted":
            return "exhausted: no path"
        return f"{status}: no path below {self.result['lower_bound']}"

    def children(self):
        names = list(self.fields(self.result.type))
        # What every answer has comes after what this one found.
        for field in sorted(names, key=lambda name: name in ("statistics", "engine")):
            value = self.result[field]
            # Edges without names have no actions, and a path that was not found has no nodes.
            if field in ("path", "actions", "resources") and length(value) == 0:
                continue
            if field not in ("status", "cost"):
                yield field, value

    def fields(self, kind):
        for field in kind.strip_typedefs().fields():
            if field.is_base_class:
                yield from self.fields(field.type)
            else:
                yield field.name


printers = gdb.printing.RegexpCollectionPrettyPrinter("senda")
printers.add_printer("result", r"^senda::(constrained_)?result<.*>$", ResultPrinter)
gdb.printing.register_pretty_printer(None, printers, replace=True)
