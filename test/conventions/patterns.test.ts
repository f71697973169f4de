import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { places, readJson, root, sources, typeScript, withoutComments } from "./sources"

const strip = (files: ReturnType<typeof sources>) => files.map(({ path, text }) => ({ path, text: withoutComments(text) }))
const src = sources("src", typeScript)
const server = sources("server/src", typeScript)
const tests = sources("test", typeScript)
const product = [...src, ...server]
const code = strip(product)

describe("forbidden patterns", () => {
  const rows: [string, RegExp][] = [
    ["any", /:\s*any\b|\bas any\b|<any>/],
    ["a silenced type error", /@ts-(?:ignore|expect-error|nocheck)/],
    ["an open end", /\b(?:TODO|FIXME|XXX|HACK)\b/],
    ["raw HTML from a string", /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write\b/],
    ["console output", /\bconsole\.(?:log|debug|info)\(/],
    ["a default export", /^export default\b/m],
    ["an enum", /\benum \w+\s*\{/],
    // Only an interface can be added to by another file.
    ["an interface", /^\s*(?:export )?interface (?!Files |Targets )\w+/m],
    ["a barrel", /^export \* from/m],
    ["eval", /\beval\(|new Function\(/],
    ["code that translators change", /<code(?![^>]*translate="no")/],
    ["what Trusted Types forbid", /new Worker\(|new DOMParser\(|srcdoc|serviceWorker\.register/],
  ]
  it.each(rows)("the code holds no %s", (_, pattern) => {
    expect(product.flatMap(file => places(file, pattern))).toEqual([])
  })

  it("no screen writes an inline style", () => {
    expect(code.flatMap(file => places(file, /\bstyle=\{/))).toEqual([])
  })

  it("a picture's address is resolved in one place", () => {
    const own = "src/ui/display/pictures/picture.tsx"
    expect(code.filter(({ path }) => path !== own).flatMap(file => places(file, /<img\b/))).toEqual([])
  })

  it("no test names a day that is ahead today and past in some years, beside the machine's clock", () => {
    const readsClock = /\bDate\.now\(\)|\bnew Date\(\)/
    const near = /["'`]20(?:2[7-9]|[3-8]\d|9[0-8])-\d\d/
    const setsClock = /useFakeTimers|setSystemTime/
    const live = tests.filter(({ path, text }) => /\.test\.tsx?$/.test(path) && readsClock.test(text) && !setsClock.test(text))
    expect(live.length).toBeGreaterThan(20)
    expect(live.flatMap(file => places(file, near))).toEqual([])
  })

  it("no test is switched off or stands alone", () => {
    expect(tests.flatMap(file => places(file, /\b(?:it|test|describe)\.(?:only|skip|todo|fails)\b/))).toEqual([])
  })
})

describe("texts and names", () => {
  it("no Turkish text stands in the console's code", () => {
    // Letters that folding and suffixes are about, names in their own language, and the screen for when no dictionary came.
    const may =
      /^src\/(?:core\/(?:text\/(?:fold|format|turkish)|dates\/dates)|app\/shell\/language-switch|app\/pages\/sign-in\/auth-frame|app\/start-failed)\b/
    expect(
      code
        .filter(({ path }) => path.startsWith("src/") && !may.test(path))
        .flatMap(file => places(file, /["'`>][^"'`<>\n]*[çğıöşüÇĞİÖŞÜ][^"'`<>\n]*/)),
    ).toEqual([])
  })

  it("no sentence stands between the tags of a screen", () => {
    expect(
      strip(src.filter(({ path }) => path.endsWith(".tsx"))).flatMap(file =>
        places(file, />\s*[A-Za-z]{3,}(?: [a-z]{2,})+[.!?]?\s*<\//),
      ),
    ).toEqual([])
  })

  it("files are named in kebab case", () => {
    const wrong = [...product, ...tests]
      .map(({ path }) => basename(path))
      .filter(name => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|d))?\.tsx?$/.test(name))
    expect(wrong).toEqual([])
  })

  it("no file is a drawer for whatever has no place", () => {
    const drawers = /^(?:utils?|helpers?|types|constants|manager|common|misc)\.tsx?$/
    expect(product.map(({ path }) => path).filter(path => drawers.test(basename(path)))).toEqual([])
  })

  it("small files are the habit", () => {
    const lengths = product.map(({ text }) => text.split("\n").length).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(80)
    expect(lengths.filter(length => length > 300).length).toBeLessThanOrEqual(lengths.length / 20)
  })
})

describe("the packages and the page", () => {
  it("the console stands on four packages", () => {
    const { dependencies } = readJson("package.json") as { dependencies: Record<string, string> }
    expect(Object.keys(dependencies).sort()).toEqual(["react", "react-dom", "valtio", "wouter"])
  })

  it("the packages that the four bring along stay ten at most", () => {
    const { packages } = readJson("package-lock.json") as { packages: Record<string, { dependencies?: Record<string, string> }> }
    const reached = new Set<string>()
    const walk = (name: string) => {
      if (reached.has(name)) return
      reached.add(name)
      for (const next of Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {})) walk(next)
    }
    for (const name of ["react", "react-dom", "valtio", "wouter"]) walk(name)
    expect(reached.size).toBeLessThanOrEqual(10)
  })

  it("the page's template holds no inline script and no inline style", () => {
    const template = readFileSync(join(root, "public/index.html"), "utf8")
    expect(template).not.toMatch(/<script(?![^>]*type="application\/json")[^>]*>[^<]/)
    expect(template).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })
})
