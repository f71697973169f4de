import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"

/** `npm run configure` for a static host: what the policy of its pages lets the console call. */
const folder = mkdtempSync(join(tmpdir(), "configure-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ai = (url: string) => ({ ai: { url, model: "small" } })

it.each<[string, object, string]>([
  ["a foreign AI service", { apiBaseUrl: "/backend", ...ai("https://ai.example/v1/chat") }, "'self' https://ai.example"],
  [
    "the API's pass-through",
    { apiBaseUrl: "https://api.example/v2", ...ai("https://api.example/v2/ai") },
    "'self' https://api.example",
  ],
  [
    "an API and an AI service of different hosts",
    { apiBaseUrl: "https://api.example", ...ai("https://ai.example:8443/chat") },
    "'self' https://api.example https://ai.example:8443",
  ],
  ["a pass-through on its own host", { apiBaseUrl: "/backend", ...ai("/backend/ai/chat/completions") }, "'self'"],
  ["no AI service", { apiBaseUrl: "/backend" }, "'self'"],
])("a page with %s may connect to it and to nothing else", (_, config, sources) => {
  const page = join(folder, "index.html")
  writeFileSync(page, '<!doctype html><script type="application/json" id="config">{"placeholder":true}</script>')
  const file = join(folder, "config.json")
  writeFileSync(file, JSON.stringify(config))
  const printed = execFileSync(process.execPath, ["scripts/configure.mjs", file, folder], { encoding: "utf8" })
  expect(/connect-src ([^;]*);/.exec(printed)?.[1]).toBe(sources)
  expect(readFileSync(page, "utf8")).toContain(JSON.stringify(config))
})

it("allows the inline script and the inline style of the build by their hashes", () => {
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><script type="application/json" id="config">{"placeholder":true}</script>',
  )
  writeFileSync(join(folder, "inline-hashes.json"), JSON.stringify({ script: ["'sha256-abc='"], style: ["'sha256-def='"] }))
  const file = join(folder, "config.json")
  writeFileSync(file, '{"apiBaseUrl":"/backend"}')
  const printed = execFileSync(process.execPath, ["scripts/configure.mjs", file, folder], { encoding: "utf8" })
  expect(printed).toContain("; script-src 'self' 'sha256-abc='; style-src 'self' 'sha256-def='; ")
})
