/** Compares the sizes of the build with its budget. In: sizes after compression. Out: a table, and whether a limit is exceeded. */
const kb = bytes => `${(bytes / 1024).toFixed(1)} KB`

/** Limits after brotli, KB (docs/operations.md#goals). The calls of a page are not counted. */
const budget = {
  "all JavaScript": 345,
  "all stylesheets": 20,
  "a module's list": 8,
  "a list by its address, until its rows": 165,
  "sign-in with its scripts": 102,
  "boot script": 2,
  // What arrives without waiting for the browser's acknowledgement: 10 segments.
  "sign-in page": 12,
}

/**
 * Returns the table of all files, and whether the budget is exceeded.
 * @param sizes results of compress() by output name; @param built result of buildConsole; @param needs result of buildPages
 */
export const report = (sizes, { metafile: { outputs }, boot }, needs) => {
  const rows = [...sizes].filter(([name]) => /\.(js|css)$/.test(name)).sort(([, a], [, b]) => b.br - a.br)
  const sum = names => names.reduce((total, name) => total + (sizes.get(name)?.br ?? 0), 0)
  const namesOf = pick => rows.map(([name]) => name).filter(pick)
  const sourceOf = name => outputs[name]?.entryPoint ?? ""
  const largest = names => Math.max(...names.map(name => sum([name].flat())))
  const figures = {
    "all JavaScript": sum(namesOf(name => name.endsWith(".js"))),
    "all stylesheets": sum(namesOf(name => name.endsWith(".css"))),
    "a module's list": largest(namesOf(name => /^src\/modules\/(.*\/list\.tsx|reports\/index\.ts)$/.test(sourceOf(name)))),
    "a list by its address, until its rows": largest([...needs].filter(([page]) => page.includes("/")).map(([, files]) => files)),
    "sign-in with its scripts": sum(needs.get("login.html")),
    "boot script": sum([boot]),
    "sign-in page": sum(["dist/login.html"]),
  }
  const lines = rows.map(([name, { raw, br }]) => {
    return `${name.replace("dist/", "").padEnd(44)}${kb(raw).padStart(10)}${kb(br).padStart(10)}  ${sourceOf(name)}`
  })
  const isOver = name => figures[name] > budget[name] * 1024
  const totals = Object.entries(figures).map(
    ([name, value]) => `${name.padEnd(54)}${kb(value).padStart(10)}  of ${budget[name]} KB${isOver(name) ? "  OVER BUDGET" : ""}`,
  )
  const head = `${"".padEnd(44)}${"raw".padStart(10)}${"brotli".padStart(10)}`
  return { text: [head, ...lines, "", ...totals].join("\n"), isOver: Object.keys(figures).some(isOver) }
}
