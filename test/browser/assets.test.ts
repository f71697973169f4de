import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** The files of the build, which browsers keep for good. Needs `npm run build` before. */
const folder = join(process.cwd(), "dist/assets")
const filesOf = (extension: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith(extension))
    .map(name => ({ name, text: readFileSync(join(folder, name), "utf8") }))

describe("the scripts of the build", () => {
  it("import React's file in one place, which names what they use of it", () => {
    const imports = filesOf(".js").flatMap(({ text }) => text.match(/\bfrom ?"\.\/react-\w+\.js"/g) ?? [])
    expect(imports).toHaveLength(1)
  })
})

describe("a page of a module's list", () => {
  const pages = ["admin", "user"].flatMap(area =>
    readdirSync(join(folder, "..", area))
      .filter(name => name.endsWith(".html"))
      .map(name => `${area}/${name}`),
  )

  it.each(pages)("names the texts that the boot script requests: %s", page => {
    const html = readFileSync(join(folder, "..", page), "utf8")
    const first = /data-first="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "{}"
    expect(JSON.parse(first).texts).toEqual([expect.stringMatching(/^[a-z]+$/)])
  })
})

describe("a stylesheet of the build", () => {
  const sheets = filesOf(".css")

  it("is named by a hash of its text, so that another text has another address", () => {
    const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase()
    expect(sheets.map(({ name }) => name)).toEqual(sheets.map(({ name, text }) => name.replace(/-\w+(?=\.)/, `-${hashOf(text)}`)))
    expect(sheets).toHaveLength(3)
  })

  it("has one block for each cascade layer", () => {
    for (const { text } of sheets) {
      const layers = [...text.matchAll(/@layer (\w+)\{/g)].map(([, layer]) => layer)
      expect(layers).toEqual([...new Set(layers)])
      expect(layers.length).toBeGreaterThan(0)
    }
  })
})
