import type { journeys } from "./measure"

type FigureOf<K extends keyof typeof journeys> = keyof Awaited<ReturnType<(typeof journeys)[K]>>
type Memory = "listFormTurn" | "heap" | "growth" | "nodes" | "moreNodes" | "moreListeners" | "elements"
type Sizes = "allJs" | "allCss"
export type Figure = { [K in keyof typeof journeys]: FigureOf<K> }[keyof typeof journeys] | Memory | Sizes
export type Figures = Partial<Record<Figure, number>>

/** The pages that the console is compared with. */
export type Reference = "L0" | "L1" | "L3"

export type Row = {
  what: string
  figure: Figure
  unit: "ms" | "KB" | "MB" | ""
  /** The reference, and its figure where that is another one. */
  against?: Reference
  of?: Figure
  /** The most that the ratio may be, or the figure where there is no reference. */
  goal?: number
}

/** The table of the benchmark (docs/development.md#goals). */
export const rows: readonly Row[] = [
  { what: "login field painted, styled, enabled", figure: "painted", unit: "ms", against: "L1", goal: 0.5 },
  { what: "", figure: "painted", unit: "ms", against: "L0", goal: 1.25 },
  { what: "login field in the document", figure: "typeable", unit: "ms", against: "L1" },
  { what: "login submit works", figure: "submit", unit: "ms", against: "L1", goal: 0.7 },
  { what: "login, transferred until settled", figure: "loginKb", unit: "KB", against: "L1", goal: 1.3 },
  { what: "login, blocking", figure: "blocked", unit: "ms", against: "L1", goal: 2 },
  { what: "click on a menu entry → rows", figure: "clickRows", unit: "ms", against: "L3", goal: 1.4 },
  { what: "the same after a hover of 150 ms", figure: "hoverRows", unit: "ms", against: "L3", of: "clickRows", goal: 0.9 },
  { what: "next page", figure: "nextPage", unit: "ms", against: "L3", goal: 0.4 },
  { what: "form open, first", figure: "formOpen", unit: "ms", against: "L3", goal: 0.65 },
  { what: "form open, again", figure: "formAgain", unit: "ms", against: "L3", goal: 0.6 },
  { what: "back to the list, scrolled as left", figure: "back", unit: "ms", against: "L3", goal: 2 },
  { what: "scroll positions lost", figure: "scrollLost", unit: "", goal: 0 },
  { what: "deep link, session stored → rows", figure: "deepLink", unit: "ms", against: "L3", goal: 2.3 },
  { what: "the same, with a filled HTTP cache", figure: "warmLink", unit: "ms", against: "L3", goal: 1.2 },
  { what: "third visit, 10 Mbit/s, CPU 2×", figure: "thirdLink", unit: "ms", against: "L3", goal: 1.5 },
  { what: "transferred until rows on a deep link", figure: "rowsKb", unit: "KB", goal: 180 },
  { what: "a key in a form → next paint", figure: "key", unit: "ms", against: "L3" },
  { what: "100 rows sorted, CPU 2×", figure: "sorted", unit: "ms" },
  { what: "list → record → list, CPU 2×, of 50", figure: "trip", unit: "ms" },
  { what: "list ↔ form, no throttling", figure: "listFormTurn", unit: "ms", against: "L3", goal: 1.2 },
  { what: "heap after 200 navigations", figure: "heap", unit: "MB", against: "L3", goal: 2.8 },
  { what: "heap growth per navigation", figure: "growth", unit: "KB", goal: 3 },
  { what: "DOM nodes alive after 200 navigations", figure: "nodes", unit: "", goal: 900 },
  { what: "elements of the list then", figure: "elements", unit: "" },
  { what: "DOM nodes more than after 20", figure: "moreNodes", unit: "", goal: 0 },
  { what: "listeners more than after 20", figure: "moreListeners", unit: "", goal: 0 },
  { what: "all JavaScript, brotli", figure: "allJs", unit: "KB", goal: 345 },
  { what: "all stylesheets, brotli", figure: "allCss", unit: "KB", goal: 20 },
]

const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** The figures of each subject, one entry a round. */
export type Samples = Record<string, Figures[]>

const valuesOf = (rounds: Figures[] | undefined, figure: Figure) =>
  (rounds ?? []).map(round => round[figure]).filter(value => value !== undefined)

/** Median of the ratios of each round, in which both were measured one after the other. */
const ratioOf = (above: number[], below: number[]) => median(above.map((value, at) => value / (below[at] ?? Number.NaN)))

const write = (value: number, unit: string, digits = unit === "ms" || unit === "" ? 0 : 1) =>
  Number.isNaN(value) ? "–" : `${value.toFixed(digits)}${unit && ` ${unit}`}`

const times = (ratio: number) => (Number.isNaN(ratio) ? "" : `${ratio.toFixed(2)}×`)

const widths = [38, 12, 10, 8, 10, 8, 8, 9]

const line = (cells: string[]) =>
  cells.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(" ")

/** The table of what was measured: medians, their ratios to the reference, and after ÷ before. Rows without figures are left out. */
export const tableOf = (samples: Samples) => {
  const head = ["", "reference", "before", "÷", "now", "÷", "÷ before", "goal"]
  const shown = rows.flatMap(({ what, figure, unit, against, of = figure, goal }) => {
    const now = valuesOf(samples.now, figure)
    if (!now.length) return []
    const before = valuesOf(samples.before, figure)
    const reference = against ? valuesOf(samples[against], of) : []
    const ratio = ratioOf(now, reference)
    const reached = against ? ratio : median(now)
    const isMet = goal === undefined || Math.round(reached * 100) / 100 <= goal
    const cells = [
      what,
      against ? `${against} ${write(median(reference), unit)}` : "",
      before.length ? write(median(before), unit) : "",
      before.length ? times(ratioOf(before, reference)) : "",
      write(median(now), unit),
      times(ratio),
      before.length && median(before) ? times(ratioOf(now, before)) : "",
      goal === undefined ? "" : `≤ ${goal}${against ? "×" : ""}`,
    ]
    return [{ isMet, text: `${line(cells)}${isMet ? "" : "  missed"}` }]
  })
  return { text: [line(head), ...shown.map(({ text }) => text)].join("\n"), isMet: shown.every(({ isMet }) => isMet) }
}
