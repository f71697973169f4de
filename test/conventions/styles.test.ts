import { basename } from "node:path"
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

type Rule = { path: string; line: number; selectors: string[]; declarations: string[] }

/** Every rule with its own declarations and the selectors it is nested in, outermost first; at-rules are selectors too. */
const rulesOf = ({ path, text }: (typeof sheets)[number]): Rule[] => {
  const rules: Rule[] = []
  const open: Rule[] = []
  let line = 1
  let start = line
  let current = ""
  for (const character of text) {
    if (character === "\n") line++
    if (!current.trim()) start = line
    if (character === "{") {
      open.push({ path, line: start, selectors: [...(open.at(-1)?.selectors ?? []), current.trim()], declarations: [] })
      current = ""
    } else if (character === ";") {
      open.at(-1)?.declarations.push(current.trim())
      current = ""
    } else if (character === "}") {
      const rule = open.pop()
      if (rule) rules.push(rule)
      current = ""
    } else current += character
  }
  return rules
}
const rules = sheets.flatMap(rulesOf)
const knownClasses = new Set(
  rules.flatMap(({ selectors }) => [...(selectors.at(-1) ?? "").matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(match => match[1] ?? "")),
)
const entries = ["src/styles/index.css", "src/styles/console.css", "src/styles/components/app-pages/legal.css"]
const code = screens.map(({ text }) => text).join("\n")

describe("the stylesheets", () => {
  it("colours are written in tokens.css alone", () => {
    expect(inAll(others, /#[\da-f]{3,8}\b(?![^{}]*\{)/i)).toEqual([])
    // Black with an alpha is a shadow or a mask, and no colour of anybody's.
    expect(inAll(others, /\b(?:rgb|hsl|hwb|oklch|oklab|lch|lab)a?\(\s*(?!0 0 0\b)[\d.]/i)).toEqual([])
  })

  it("stacking orders are written in tokens.css alone", () => {
    expect(inAll(others, /z-index:\s*-?\d+/)).toEqual([])
  })

  it("each sheet is imported into one of the declared layers", () => {
    const layers = /^@import "[^"]+" layer\((?:reset|base|components|modules|utilities)\);$/
    const lists = sheets.filter(({ path }) => /styles\/(index|console)\.css$/.test(path))
    const imports = lists.flatMap(({ text }) => text.split("\n").filter(line => line.startsWith("@import")))
    expect(imports.length).toBeGreaterThan(50)
    // The tokens name their layer themselves, beside registered properties, which belong to none.
    expect(imports.filter(line => !layers.test(line))).toEqual(['@import "./tokens.css";'])
    // A sheet that is an entry itself.
    expect(sheets.find(({ path }) => path.endsWith("/legal.css"))?.text).toMatch(/^@layer components \{$/m)
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

  it("each sheet bears the name of the component, hook or module that it styles", () => {
    const components = new Set(
      screens
        .filter(({ path }) => /^src\/(?:ui|app|modules)\//.test(path) && /(?:\.tsx|\/use-[\w-]+\.ts)$/.test(path))
        .map(({ path }) => basename(path).replace(/\.tsx?$/, "")),
    )
    const modules = new Set(screens.flatMap(({ path }) => /^src\/modules\/([^/]+)\//.exec(path)?.[1] ?? []))
    const nameless = (folder: string, names: ReadonlySet<string>) =>
      sheets.map(({ path }) => path).filter(path => path.startsWith(folder) && !names.has(basename(path, ".css")))
    expect(components.size).toBeGreaterThan(50)
    expect(nameless("src/styles/components/", components)).toEqual([])
    expect(nameless("src/styles/modules/", modules)).toEqual([])
  })

  it("each sheet is loaded once", () => {
    const imported = sheets.flatMap(({ text }) =>
      [...text.matchAll(/@import "\.\/([^"]+)"/g)].map(([, name]) => `src/styles/${name}`),
    )
    expect([...imported, ...entries].sort()).toEqual(sheets.map(({ path }) => path).sort())
  })

  it("no declaration is important", () => {
    expect(inAll(sheets, /!\s*important/)).toEqual([])
  })

  it("a variant only reassigns custom properties", () => {
    const variants = rules.filter(({ selectors }) => selectors.some(selector => /\.[\w-]+--[\w-]+/.test(selector)))
    expect(variants.length).toBeGreaterThan(15)
    expect(
      variants.flatMap(({ path, line, declarations }) =>
        declarations.filter(text => !text.startsWith("--")).map(text => `${path}:${line} ${text}`),
      ),
    ).toEqual([])
  })

  it("a component reads the tokens, its own custom properties and what its script sets", () => {
    const written = (text: string) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)
    const common = new Set(written(sheets.find(({ path }) => path === tokens)?.text ?? ""))
    const foreign = others.flatMap(({ path, text }) => {
      const own = new Set(written(text))
      return [...text.matchAll(/var\((--[\w-]+)\)/g)]
        .map(([, name = ""]) => name)
        .filter(name => !common.has(name) && !own.has(name) && !code.includes(`"${name}"`))
        .map(name => `${path} ${name}`)
    })
    expect(foreign).toEqual([])
  })

  it("left and right are written as start and end", () => {
    const physical =
      /(?:margin|padding|border|inset)-(?:left|right)\b|^\s*(?:left|right)\s*:|(?:text-align|float|clear):\s*(?:left|right)/m
    expect(inAll(sheets, physical)).toEqual([])
  })

  it("every class that has a rule is used by a screen", () => {
    const used = new Set(usedClasses.map(({ name }) => name))
    const built = [...code.matchAll(/([a-z][\w-]*--)\$\{/g)].map(([, stem = ""]) => stem)
    expect([...knownClasses].filter(name => !used.has(name) && !built.some(stem => name.startsWith(stem)))).toEqual([])
  })
})
