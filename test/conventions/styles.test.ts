import { describe, expect, it } from "vitest"
import { places, sources, withoutComments } from "./sources"

const sheets = sources("src/styles", [".css"]).map(({ path, text }) => ({
  path,
  text: text.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, "")),
}))
const tokens = "src/styles/tokens.css"
const others = sheets.filter(({ path }) => path !== tokens)
const screens = sources("src", [".tsx", ".ts"]).map(({ path, text }) => ({ path, text: withoutComments(text) }))

const inAll = (files: typeof sheets, pattern: RegExp) => files.flatMap(file => places(file, pattern))

/** Class names that a screen writes as literals: in className, and as arguments of classes(). */
const usedClasses = screens.flatMap(({ path, text }) => {
  const attributes = [...text.matchAll(/\bclassName=(?:"([^"]*)"|\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\})/g)]
  const calls = [...text.matchAll(/\bclasses\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)]
  const own = [...text.matchAll(/\bclassName: "([^"]*)"/g)]
  const strings = (code: string) =>
    // What is compared with is a value and no class.
    [...code.replace(/[!=]==\s*"[^"]*"/g, "").matchAll(/"([^"]*)"|`([^`]*)`/g)].map(
      ([, plain, template]) => plain ?? template ?? "",
    )
  const texts = [
    ...attributes.flatMap(([, plain, expression]) => (plain !== undefined ? [plain] : strings(expression ?? ""))),
    ...calls.flatMap(([, inside]) => strings(inside ?? "")),
    ...own.map(([, plain]) => plain ?? ""),
  ]
  return texts.flatMap(value =>
    value
      .split(/\s+/)
      .filter(name => /^[a-z][\w-]*$/.test(name))
      .map(name => ({ path, name })),
  )
})

const knownClasses = new Set(
  sheets.flatMap(({ text }) => [...text.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(match => match[1] ?? "")),
)

describe("the stylesheets", () => {
  it("colours are written in tokens.css alone", () => {
    expect(inAll(others, /#[\da-f]{3,8}\b(?![^{}]*\{)/i)).toEqual([])
    // Black with an alpha is a shadow or a mask, and no colour of anybody's.
    expect(inAll(others, /\b(?:rgb|hsl|hwb|oklch|oklab|lch|lab)a?\(\s*(?!0 0 0\b)[\d.]/i)).toEqual([])
  })

  it("stacking orders are written in tokens.css alone", () => {
    expect(inAll(others, /z-index:\s*-?\d+/)).toEqual([])
  })

  it("everything stands in one of the declared layers", () => {
    const layers = /@layer\s+(reset|tokens|base|components|modules|utilities)\s*\{/
    const bare = others.filter(
      ({ path, text }) => !/styles\/(index|console)\.css$/.test(path) && text.trim() && !layers.test(text),
    )
    expect(bare.map(({ path }) => path)).toEqual([])
  })

  it("every custom property that is read is written somewhere", () => {
    const all = [...sheets, ...screens].map(({ text }) => text).join("\n")
    const written = new Set([...all.matchAll(/(--[\w-]+)["'`]?\s*[:,]/g)].map(match => match[1]))
    const read = sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/var\((--[\w-]+)\)/g)].map(match => ({ path, name: match[1] })),
    )
    expect(read.filter(({ name }) => !written.has(name)).map(({ path, name }) => `${path} ${name}`)).toEqual([])
  })

  it("every class that a screen uses has a rule", () => {
    expect(usedClasses.length).toBeGreaterThan(100)
    const missing = usedClasses.filter(({ name }) => !knownClasses.has(name)).map(({ path, name }) => `${path} .${name}`)
    expect([...new Set(missing)]).toEqual([])
  })

  it("no script imports a stylesheet", () => {
    expect(inAll(screens, /import\s+"[^"]+\.css"/)).toEqual([])
  })
})
