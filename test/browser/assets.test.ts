import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** The files of the build, which browsers keep for good. Needs `npm run build` before. */
const folder = join(process.cwd(), "dist/assets")

describe("the scripts of the build", () => {
  it("have React in one chunk, without files of the console", () => {
    const { outputs } = JSON.parse(readFileSync(join(folder, "../meta.json"), "utf8"))
    const chunks = Object.values<{ inputs: object }>(outputs).map(({ inputs }) => Object.keys(inputs))
    const withReact = chunks.filter(files => files.some(file => file.startsWith("node_modules/react")))
    expect(withReact).toHaveLength(1)
    expect(withReact[0]?.filter(file => file.startsWith("src/"))).toEqual([])
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
    expect(JSON.parse(first).texts).toEqual(["common", expect.stringMatching(/^[a-z]+$/)])
  })
})
