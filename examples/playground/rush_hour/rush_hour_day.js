// SPDX-License-Identifier: MIT
// Rush Hour: the puzzle of the day, the next puzzle, and the days in a row on which the first was solved.
const playgroundRushHourDay = (() => {
  // From Sunday to Saturday: easy on Mondays, hardest on Sundays.
  const movesOf = [40, 8, 12, 16, 20, 25, 32];
  const memoryName = "rush-hour-days";

  // A day of the calendar, as the visitor's clock has it: 20261117.
  const numberOf = (date) => date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();
  const dateOf = (day) => new Date(Math.floor(day / 10000), Math.floor(day / 100) % 100 - 1, day % 100);
  const today = () => numberOf(new Date());

  function before(day) {
    const date = dateOf(day);
    date.setDate(date.getDate() - 1);
    return numberOf(date);
  }

  // The same board for everybody who has the same day.
  const wantedOn = (day) => ({moves: movesOf[dateOf(day).getDay()], walls: 0, seed: day});

  // Days won, kept in this browser: {last, streak, best, wins}.
  function record(memory) {
    let kept = {last: 0, streak: 0, best: 0, wins: 0};
    try {
      const read = JSON.parse(memory.get(memoryName) || "{}");
      for (const name of Object.keys(kept)) if (Number.isSafeInteger(read[name]) && read[name] >= 0) kept[name] = read[name];
    } catch { /* what cannot be read is begun again */ }
    return {
      get wins() { return kept.wins; },
      get best() { return kept.best; },
      get streak() { return kept.last === today() || kept.last === before(today()) ? kept.streak : 0; },
      has: (day) => kept.last === day,
      win(day) {
        if (kept.last === day) return;
        const streak = kept.last === before(day) ? kept.streak + 1 : 1;
        kept = {last: day, streak, best: Math.max(kept.best, streak), wins: kept.wins + 1};
        memory.set(memoryName, JSON.stringify(kept));
      },
    };
  }

  // The card. `current(day, known)` tells it which day's puzzle is on the board, if any, and what is known about it.
  function dayCard(app, generator) {
    const {t, el, count} = app;
    const kept = record(app.memory);
    const about = el("p", {class: "about-day"});
    const score = el("p", {class: "note streak"});
    const open = (day, more = {}) => generator.make(wantedOn(day), {day, ...more});
    const ofDay = app.button(t({en: "Puzzle of the day", es: "Puzle del día"}), () => open(today()), {icon: "flag"});
    const next = app.button(t({en: "Next puzzle", es: "Siguiente puzle"}), () => generator.next());
    generator.watch((on) => { ofDay.disabled = next.disabled = on; });
    const title = t({en: "Puzzles", es: "Puzles"});

    function days(number) {
      const one = number === 1;
      return `${app.number(number)} ${t({en: one ? "day" : "days", es: one ? "día" : "días"})}`;
    }

    function writeScore() {
      const {wins, streak, best} = kept;
      score.textContent = wins === 0
        ? t({en: "Solve it yourself to start a streak. It is kept in this browser only.",
          es: "Resuélvelo sin ayuda para empezar una racha. Se guarda solo en este navegador."})
        : t({en: `Solved: ${days(wins)}. Streak: ${days(streak)}, best: ${days(best)}.`,
          es: `Resueltos: ${days(wins)}. Racha: ${days(streak)}, la mejor: ${days(best)}.`});
    }

    function current(day, known) {
      const shown = day || today();
      const date = dateOf(shown).toLocaleDateString(app.language, {weekday: "long", day: "numeric", month: "long"});
      const level = day && known && known.difficulty ? `, ${t(playgroundRushHour.levels[known.difficulty.level])}` : "";
      const done = kept.has(shown) ? t({en: " Solved!", es: " ¡Resuelto!"}) : "";
      about.textContent = `${date[0].toUpperCase()}${date.slice(1)}: ${count(wantedOn(shown).moves, "move")}${level}.${done}`;
      writeScore();
    }

    current();
    return {
      card: app.card(title, app.toolbar(title, ofDay, next), about, score),
      current, open,
      // The visitor has solved the puzzle of a day alone. What counts is the day itself.
      won(day) {
        if (day === today()) kept.win(day);
      },
      isDay: (text) => /^\d{8}$/.test(text || "") && numberOf(dateOf(Number(text))) === Number(text),
    };
  }

  return {dayCard, wantedOn};
})();
