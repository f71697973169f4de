const kb = bytes => `${(bytes / 1024).toFixed(1)} KB`

/** Size limits after brotli, bytes (docs/operations.md#goals). */
const budget = {
  "all JavaScript": 329.5 * 1024,
  "all stylesheets": 19.4 * 1024,
  "a module's chunk": 8 * 1024,
  // The names of files in it, which are hashes, change its size by up to 20 bytes.
  "sign-in without React": 25.8 * 1024,
  "boot script": 2 * 1024,
  // What arrives without waiting for the browser's acknowledgement: 10 segments.
  "sign-in page": 12 * 1024,
}

const nameOf = (output, outputs) => outputs[output]?.entryPoint ?? outputs[output]?.entryPoints?.[0] ?? ""

/**
 * Returns the table of sizes, and whether one exceeds its limit.
 * @param sizes results of compress() by output name; @param loginFiles the scripts of /login without React
 */
export const report = (sizes, outputs, { boot, loginFiles }) => {
  const rows = [...sizes].filter(([name]) => /\.(js|css)$/.test(name)).sort(([, a], [, b]) => b.br - a.br)
  const sum = pick => rows.filter(([name]) => pick(name)).reduce((total, [, { br }]) => total + br, 0)
  const modules = rows.filter(([name]) => /^src\/modules\//.test(nameOf(name, outputs)))
  const figures = {
    "all JavaScript": sum(name => name.endsWith(".js")),
    "all stylesheets": sum(name => name.endsWith(".css")),
    "a module's chunk": Math.max(0, ...modules.map(([, { br }]) => br)),
    "sign-in without React": sum(name => loginFiles.has(name)),
    "boot script": sizes.get(boot)?.br ?? 0,
    "sign-in page": sizes.get("dist/login.html")?.br ?? 0,
  }
  const lines = rows.map(([name, { raw, br }]) => {
    const label = nameOf(name, outputs)
    return `${name.replace("dist/", "").padEnd(44)}${kb(raw).padStart(10)}${kb(br).padStart(10)}  ${label}`
  })
  const exceeded = Object.entries(figures).filter(([name, value]) => value > budget[name])
  const totals = Object.entries(figures).map(
    ([name, value]) =>
      `${name.padEnd(54)}${kb(value).padStart(10)}  of ${kb(budget[name])}${value > budget[name] ? "  OVER BUDGET" : ""}`,
  )
  const head = `${"".padEnd(44)}${"raw".padStart(10)}${"brotli".padStart(10)}`
  return { text: [head, ...lines, "", ...totals].join("\n"), isOver: exceeded.length > 0 }
}
