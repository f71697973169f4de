import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, it } from "vitest"
import { minifyChunks } from "../../scripts/build/names.mjs"

/** Chunks as esbuild writes them before identifiers are minified. */
const chunks = new Map([
  ["left.js", "/*salt*/\nvar first = value => value + 1;\nvar CSS2 = 2;\n\nexport {\n  first,\n  CSS2 as second\n};\n"],
  ["right.js", "/*salt*/\nvar first = value => value * 10;\n\nexport {\n  first\n};\n"],
  [
    "between.js",
    '/*salt*/\nimport {\n  first,\n  second as other\n} from "./left.js";\nvar twice = value => first(first(value)) + other;\n\nexport {\n  first,\n  twice\n};\n',
  ],
  [
    "page.js",
    '/*salt*/\nimport {\n  first as first2,\n  twice\n} from "./between.js";\nimport {\n  first\n} from "./right.js";\nimport "./left.js";\n\n// vendor:react\nimport { second } from "./left.js";\nvar Page = (a, b) => ({ twice, shown: first(a) + first2(b) + twice(a) + second });\n\nexport {\n  Page,\n  first2 as again\n};\n',
  ],
])

it("chunks export under their own names, and work as before", async () => {
  const folder = await mkdtemp(join(tmpdir(), "names-"))
  try {
    await writeFile(join(folder, "package.json"), '{"type":"module"}')
    const { texts } = await minifyChunks(chunks, name => name === "page.js")
    for (const [name, text] of texts) await writeFile(join(folder, name), text)
    const page = await import(/* @vite-ignore */ pathToFileURL(join(folder, "page.js")).href)
    const { shown, twice } = page.Page(1, 2)
    expect({ shown, twice: twice(5), again: page.again(1) }).toEqual({ shown: 10 + 3 + 5 + 2, twice: 9, again: 2 })
    const renamed = [...texts].filter(([name, text]) => name !== "page.js" && /\bas\b/.test(text))
    expect(renamed).toEqual([])
    // Both files name their export alike.
    expect(texts.get("page.js")).toMatch(
      /^import\{[^}]*\}from"\.\/between\.js";import\{(\w+) as \1_\}from"\.\/right\.js";import"\.\/left\.js";/,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

it("a file that only re-exports is left out, and its chunk is loaded in its place", async () => {
  const folder = await mkdtemp(join(tmpdir(), "names-"))
  try {
    await writeFile(join(folder, "package.json"), '{"type":"module"}')
    const more: [string, string][] = [
      [
        "facade.js",
        '/*salt*/\nimport {\n  twice as twice2\n} from "./between.js";\nimport "./left.js";\n\nexport {\n  twice2 as Screen\n};\n',
      ],
      // It exports the same name from the same chunk.
      [
        "other-second.js",
        '/*salt*/\nimport {\n  first\n} from "./between.js";\nimport "./left.js";\n\nexport {\n  first as Screen\n};\n',
      ],
      // It executes a file that its chunk does not import.
      [
        "other.js",
        '/*salt*/\nimport {\n  twice\n} from "./between.js";\nimport "./right.js";\n\nexport {\n  twice as Screen\n};\n',
      ],
      [
        "start.js",
        '/*salt*/\nvar load = () => import("./facade.js");\nvar loadOther = () => import("./other.js");\n\nexport {\n  load,\n  loadOther\n};\n',
      ],
    ]
    const { texts } = await minifyChunks(new Map([...chunks, ...more]), name => /^(page|facade|other|start)/.test(name))
    for (const [name, text] of texts) await writeFile(join(folder, name), text)
    const start = await import(/* @vite-ignore */ pathToFileURL(join(folder, "start.js")).href)
    const [screen, other] = await Promise.all([start.load(), start.loadOther()])
    expect([screen.Screen(5), other.Screen(5)]).toEqual([9, 9])
    const second = await import(/* @vite-ignore */ pathToFileURL(join(folder, "other-second.js")).href)
    expect(second.Screen(5)).toBe(6)
    const left = ["between.js", "left.js", "other-second.js", "other.js", "page.js", "right.js", "start.js"]
    expect([...texts.keys()].sort()).toEqual(left)
  } finally {
    await rm(folder, { recursive: true })
  }
})
