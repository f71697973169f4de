/** Compares the sizes of the build with its budget. In: sizes after compression. Out: a table, and the limits that are exceeded. */
const kb = bytes => `${(bytes / 1024).toFixed(1)} KB`

/**
 * Limits after brotli, KB (docs/decisions/development/2026-11-21-size-budget.md). The calls of a page are not counted; "a module's
 * list" is what its page loads and not every list does. All JavaScript has no limit: nobody loads all of it at once.
 */
const budget = {
  "all stylesheets": 20,
  "a module's list": 8,
  "a list by its address, until its rows": 164,
  "sign-in with its scripts": 97.5,
  "boot script": 2,
  // What arrives without waiting for the browser's acknowledgement: 10 segments.
  "sign-in page": 12,
}

/**
 * Returns the table of all files, and the figures above their limits.
 * @param sizes results of compress() by output name; @param built result of buildConsole; @param needs result of buildPages
 */
export const report = (sizes, { metafile: { outputs }, boot }, needs) => {
  const rows = [...sizes].filter(([name]) => /\.(js|css)$/.test(name)).sort(([, a], [, b]) => b.br - a.br)
  // A missing file makes the sum NaN, which is not within its limit.
  const sum = names => names.reduce((total, name) => total + sizes.get(name)?.br, 0)
  const sumOf = extension => sum(rows.map(([name]) => name).filter(name => name.endsWith(extension)))
  const lists = [...needs].filter(([page]) => page.includes("/")).map(([, files]) => files)
  const isShared = file => lists.every(files => files.includes(file))
  const largest = sets => Math.max(...sets.map(sum))
  const figures = {
    "all JavaScript": sumOf(".js"),
    "all stylesheets": sumOf(".css"),
    "a module's list": largest(lists.map(files => files.filter(file => file.endsWith(".js") && !isShared(file)))),
    "a list by its address, until its rows": largest(lists),
    "sign-in with its scripts": sum(needs.get("login.html")),
    "boot script": sum([boot]),
    "sign-in page": sum(["dist/login.html"]),
  }
  const lines = rows.map(([name, { raw, br }]) => {
    return `${name.replace("dist/", "").padEnd(44)}${kb(raw).padStart(10)}${kb(br).padStart(10)}  ${outputs[name]?.entryPoint ?? ""}`
  })
  const exceeded = Object.entries(figures)
    .filter(([name, value]) => !(value <= (budget[name] ?? Infinity) * 1024))
    .map(([name, value]) => `${name} ${kb(value)} of ${budget[name]} KB`)
  const totals = Object.entries(figures).map(
    ([name, value]) => `${name.padEnd(54)}${kb(value).padStart(10)}${budget[name] ? `  of ${budget[name]} KB` : ""}`,
  )
  const head = `${"".padEnd(44)}${"raw".padStart(10)}${"brotli".padStart(10)}`
  return { table: [head, ...lines, "", ...totals].join("\n"), exceeded }
}
