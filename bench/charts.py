# SPDX-License-Identifier: MIT
"""Charts of benchmark results as SVG, with nothing but the standard library.

By itself: threads_table | python3 charts.py TITLE > chart.svg
"""

import math
import sys
from html import escape

COLORS = ("#0b6e4f", "#c8553d", "#28559a", "#8a5a00", "#6b4c9a", "#56606b", "#b03a7a", "#2f7f86")
FONT = 'font-family="system-ui, sans-serif"'


def _text(x, y, words, size=12, anchor="start", weight="normal", fill="#222"):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {FONT} font-size="{size}" text-anchor="{anchor}" '
        f'font-weight="{weight}" fill="{fill}">{escape(words)}</text>'
    )


def _picture(width, height, parts):
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">',
            "<!-- SPDX-License-Identifier: MIT -->",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def _decades(low, high):
    """Powers of ten around two values."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0**k for k in range(first, max(last, first + 1) + 1)]


def _plain(value):
    return f"{value:g}" if 1e-3 <= value < 1e6 else f"{value:.0e}"


def ratios(title, groups):
    """Bars on a logarithmic scale. `groups` is [(heading, [(label, ratio, time)])]; 1 is senda."""
    values = [ratio for _, rows in groups for _, ratio, _ in rows]
    ticks = _decades(min(values + [1]), max(values + [10]))
    left, right, line = 230, 90, 20
    width = 900
    span = width - left - right

    def place(value):
        low, high = math.log10(ticks[0]), math.log10(ticks[-1])
        return left + span * (math.log10(value) - low) / (high - low)

    parts, y = [_text(16, 28, title, 16, weight="bold")], 56
    body = []
    for heading, rows in groups:
        body.append(_text(16, y, heading, 13, weight="bold"))
        y += 8
        for label, ratio, time in rows:
            begin, end = sorted((place(1), place(ratio)))
            color = COLORS[0] if ratio == 1 else COLORS[1] if ratio < 1 else COLORS[2]
            body.append(_text(left - 8, y + 13, label, 12, "end"))
            body.append(
                f'<rect x="{begin:.1f}" y="{y + 3}" width="{max(end - begin, 2):.1f}" '
                f'height="{line - 6}" fill="{color}"/>'
            )
            body.append(_text(end + 6, y + 13, f"{ratio:.2f}x  {time}", 11, fill="#444"))
            y += line
        y += 22
    for tick in ticks:
        x = place(tick)
        parts.append(
            f'<line x1="{x:.1f}" y1="40" x2="{x:.1f}" y2="{y - 10}" stroke="#ddd"/>'
        )
        parts.append(_text(x, y + 4, _plain(tick), 11, "middle", fill="#666"))
    parts += body
    parts.append(_text(left, y + 22, "times of senda's time (logarithmic)", 11, fill="#666"))
    return _picture(width, y + 36, parts)


def curves(title, panels):
    """Log-log curves, two panels a row. `panels` is
    [(heading, x label, y label, [(name, [(x, y)])])]."""
    side, tall, gap, columns = 380, 266, 90, 2
    row_height = tall + 84
    parts = [_text(16, 28, title, 16, weight="bold")]
    names = list(dict.fromkeys(name for _, _, _, lines in panels for name, _ in lines))
    for i, name in enumerate(names):
        x = 16 + 170 * i
        parts.append(
            f'<rect x="{x}" y="40" width="14" height="10" fill="{COLORS[i % len(COLORS)]}"/>'
        )
        parts.append(_text(x + 20, 50, name, 12))
    for number, (heading, x_label, y_label, lines) in enumerate(panels):
        left = 70 + number % columns * (side + gap)
        top = 84 + number // columns * row_height
        points = [point for _, line in lines for point in line]
        if not points:
            continue
        x_ticks = _decades(min(x for x, _ in points), max(x for x, _ in points))
        y_ticks = _decades(min(y for _, y in points), max(y for _, y in points))

        def place(x, y, left=left, top=top, x_ticks=x_ticks, y_ticks=y_ticks):
            def share(value, ticks):
                low, high = math.log10(ticks[0]), math.log10(ticks[-1])
                return (math.log10(value) - low) / (high - low)

            return left + side * share(x, x_ticks), top + tall * (1 - share(y, y_ticks))

        for tick in x_ticks:
            x, y = place(tick, y_ticks[0])
            parts.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{y:.1f}" stroke="#eee"/>')
            parts.append(_text(x, y + 16, _plain(tick), 11, "middle", fill="#666"))
        for tick in y_ticks:
            x, y = place(x_ticks[0], tick)
            parts.append(
                f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x + side:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            )
            parts.append(_text(x - 6, y + 4, _plain(tick), 11, "end", fill="#666"))
        parts.append(_text(left, top - 8, f"{heading}: {y_label}", 12, weight="bold"))
        parts.append(
            _text(left + side / 2, top + tall + 36, x_label, 11, "middle", fill="#666")
        )
        for name, line in lines:
            color = COLORS[names.index(name) % len(COLORS)]
            way = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in sorted(line))
            parts.append(
                f'<polyline points="{way}" fill="none" stroke="{color}" stroke-width="2"/>'
            )
            for x, y in line:
                cx, cy = place(x, y)
                parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="3" fill="{color}"/>')
    rows = (len(panels) + columns - 1) // columns
    return _picture(70 + columns * (side + gap), 70 + rows * row_height, parts)


def speedups(title, names, threads, rows):
    """How many times as fast with so many threads, both logarithmic. `rows` has a list of factors
    for each name; the names stand at the right ends of their lines."""
    left, top, side, tall, right = 60, 64, 420, 420, 420
    steps = math.log2(threads[-1] / threads[0])

    def place(count, factor):
        return (
            left + side * math.log2(count / threads[0]) / steps,
            top + tall * (1 - math.log2(max(factor, 0.5) * 2) / (steps + 1)),
        )

    parts = [_text(16, 28, title, 16, weight="bold")]
    for factor in [0.5] + threads:
        _, y = place(threads[0], factor)
        parts.append(
            f'<line x1="{left}" y1="{y:.1f}" x2="{left + side}" y2="{y:.1f}" stroke="#ddd"/>'
        )
        parts.append(_text(left - 8, y + 4, f"{factor:g}x", 11, "end", fill="#666"))
    for count in threads:
        x, _ = place(count, 1)
        parts.append(
            f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{top + tall}" stroke="#eee"/>'
        )
        parts.append(_text(x, top + tall + 18, str(count), 11, "middle", fill="#666"))
    parts.append(_text(left + side / 2, top + tall + 38, "threads", 11, "middle", fill="#666"))
    (x1, y1), (x2, y2) = place(threads[0], threads[0]), place(threads[-1], threads[-1])
    parts.append(
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#999" '
        'stroke-dasharray="4 4"/>'
    )
    label = top - 14.0
    order = sorted(range(len(rows)), key=lambda i: -rows[i][-1])
    for number, i in enumerate(order):
        color = COLORS[number % len(COLORS)]
        points = [place(count, factor) for count, factor in zip(threads, rows[i])]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = ' stroke-dasharray="7 3"' if number >= len(COLORS) else ""
        parts.append(
            f'<polyline points="{way}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>'
        )
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in points]
        label = max(label + 17, points[-1][1] + 4)
        parts.append(
            f'<line x1="{points[-1][0] + 5:.1f}" y1="{points[-1][1]:.1f}" '
            f'x2="{left + side + 26}" y2="{label - 4:.1f}" stroke="{color}" opacity="0.4"/>'
        )
        parts.append(
            _text(left + side + 30, label, f"{rows[i][-1]:.1f}x  {names[i]}", 12, fill=color)
        )
    return _picture(left + side + right, max(top + tall + 52, label + 20), parts)


def _threads_chart(title, lines):
    """The chart of what `threads_table` printed."""
    threads, names, rows = [], [], []
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == "search":
            threads = [int(cell) for cell in cells[1:]]
        elif threads and len(cells) == len(threads) + 1 and " ms, " in cells[1]:
            names.append(cells[0].replace("`", ""))
            rows.append([float(cell.split(", ")[1]) for cell in cells[1:]])
    return speedups(title, names, threads, rows)


if __name__ == "__main__":
    print(_threads_chart(" ".join(sys.argv[1:]), sys.stdin), end="")
