# SPDX-License-Identifier: MIT
# The filter through which Doxygen reads a header. Lines keep their numbers.

BEGIN {
    # The module of a header is its folder; what an internal header has for users is of the module that it serves.
    group = ARGV[1]
    sub(/.*include\/senda\//, "", group)
    sub(/^detail\//, "", group)
    if (group ~ /^(scale\/)?mpi\//) group = "mpi"
    else if (group !~ /\//) group = "core"
    else sub(/\/.*/, "", group)
    if (group !~ /^(core|language|text|storage|graph|search|grid|roads|estimates|resources|games|scale|mpi|draw|maze)$/)
        group = "search"

    # Names whose meaning the standard library or a concept fixes need no sentence in the headers:
    # they have it here. What a header says itself comes first.
    says("explicit operator bool\\(\\)", "Whether it is what was asked for; its class says when.")
    says("using (value_type|difference_type|iterator_concept) =", "As the standard library wants it of an iterator.")
    says(" operator==\\(const [a-z_]+& [a-z]+, std::default_sentinel_t\\)", "Whether it is at the end.")
    says(" operator(\\*|->)\\(\\) const", "What it stands at.")
    says(" operator\\+\\+\\(", "Goes on to the next.")
    says(" begin\\(\\)", "The first.")
    says(" end\\(\\)", "Behind the last.")
    says(" empty\\(\\) const", "Whether there is nothing in it.")
    says(" size\\(\\) const", "How many there are in it.")
    says(" data\\(\\)", "The first of its elements, which lie side by side.")
    says(" operator\\[\\]\\(std::size_t i\\)", "The element with that number.")
    says("using result_type =", "What a search of this kind returns.")
    says("using node_type =", "What names a node of this graph.")
    says("using cost_type =", "What an edge of this graph costs.")
    says("using index_type =", "What holds the number of a node.")
    says(" index\\([a-zA-Z_&: ]+\\) const", "The number of a node, below `index_bound()`.")
    says(" index_bound\\(\\) const", "More than the number of every node.")
    says("using move_type =", "A move, as `senda::games::Position` wants it.")
    says(" for_each_move\\(", "Calls `visit` for each move, as `senda::games::Position` wants it.")
    says(" make\\(const [a-z_]+& [a-z]+\\)", "Makes a move, as `senda::games::Position` wants it.")
    says(" unmake\\(const [a-z_]+&( [a-z]+)?\\)", "Takes the last move back, as `senda::games::Position` wants it.")
    says(" terminal\\(\\) const", "How the game ended, as `senda::games::Position` wants it.")
    says(" count_moves\\(\\) const", "How many moves there are, as `senda::games::CountingPosition` wants it.")
    says(" evaluate\\(\\) const", "What it is worth, as `senda::games::EvaluatedPosition` wants it.")
    says(" hash\\([a-zA-Z_&: ]*\\) const", "The same number for what is equal.")
    says(" set_options\\(", "Says what the next run is asked.")
    says("double seconds = 0;", "The time it took.")
    says("std::string_view name =", "What it is called, as `senda::mazegen::Generator` wants it.")
    says("std::string_view summary =", "What it does, in a line.")
    says("constexpr bool takes_masks =", "Whether rooms may be left out.")
    says("void operator\\(\\)\\(Carver& c\\) const", "Carves a maze, as `senda::mazegen::Generator` wants it.")
}

function says(pattern, sentence) {
    patterns[++known] = pattern
    sentences[known] = sentence
}

# The line with its sentence before it, if it has none of its own and its name is a known one.
function with_sentence(line,    i, at) {
    if (documented || line !~ /^    / || line ~ /^ *(return|\/\/|:|\})/ || line ~ /\/\/\/</) return line
    for (i = 1; i <= known; ++i) {
        if (line !~ patterns[i]) continue
        match(line, /^ */)
        return substr(line, 1, RLENGTH) "/** " sentences[i] " */ " substr(line, RLENGTH + 1)
    }
    return line
}

# The comment at the top says what the file is for.
NR == 1 { print "/// @file"; next }
!at_code && /^\/\/ / { print "/" $0; next }
/^#(pragma|ifndef)/ { at_code = 1 }

# What a namespace holds belongs to the module of the folder.
/^namespace [a-z_:]+ \{$/ && ++depth == 1 {
    print $0 " /** @addtogroup " group " */ /** @{ */"
    next
}
/^\}  \/\/ namespace / && --depth == 0 { print "/** @} */ }"; next }

# In a comment, a name or an expression that stands in a column of its own, with its explanation in
# the next: parameters at the margin, valid expressions farther in.
/^ *\/\/\/ `[a-z0-9_]+`(, `[a-z0-9_]+`)*  +[^ ]/ {
    match($0, /`[a-z0-9_]+`(, `[a-z0-9_]+`)*/)
    names = substr($0, RSTART, RLENGTH)
    gsub(/[` ]/, "", names)
    $0 = substr($0, 1, RSTART - 1) "@param " names substr($0, RSTART + RLENGTH)
}
/^ *\/\/\/   `.*`[,:;]?  +[^ ]/ { sub(/\/\/\/   /, "&- ") }
# A full stop in an expression does not end a sentence.
/\/\/\/.*`\.`/ { gsub(/`\.`/, "<tt>\\&#46;</tt>") }
/^ *\/\/\// { documented = 1; print; next }

# It looks for the friends that a base names in this class.
/^ *friend typename / { print ""; next }

# Doxygen does not know this word, and loses the rest of the class.
{ sub(/explicit\(false\) /, "") }

# What the compiler writes, or is told not to, needs no words; and neither does what only copies,
# moves or destroys.
/ (= default|= delete);$/ && /operator|^ *(explicit |constexpr )*[~a-z0-9_]+\((const [a-z0-9_]+&|[a-z0-9_]+&&)?\)/ {
    documented = 0
    print ""
    next
}
!documented && /^ *(constexpr )?(~[a-z0-9_]+\(\)|([a-z0-9_]+& operator=|[a-z0-9_]+)\((const [a-z0-9_]+&|[a-z0-9_]+&&) other\)|[a-z0-9_]+& operator=\([a-z0-9_]+ other\))/ {
    match($0, /^ */)
    print substr($0, 1, RLENGTH) "/** @private */ " substr($0, RLENGTH + 1)
    next
}

# Specialisations of the standard library's templates are no names of their own.
/^struct std::/ { is_held = 0; in_std = 1; print "" }
in_std { print ""; if (/^};/) in_std = 0; next }

# A deduction guide says what its constructor says: it is left out, with its template line.
/^template </ { held = $0; is_held = 1; next }
is_held && /^[a-z0-9_]+\(/ {
    is_held = 0
    in_guide = 1
    gsub(/[^\n]/, "", held)
    print held
}
is_held && !/^( |requires)/ { is_held = 0; print held }
is_held { held = held "\n" $0; next }
in_guide { print ""; if (/;$/) in_guide = documented = 0; next }

# A sentence holds for the declaration that follows it, whose template line may come first.
{
    print with_sentence($0)
    if ($0 !~ /^ *(template <|requires|class [A-Za-z]+ = )/) documented = 0
}
