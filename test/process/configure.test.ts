import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"

/** `npm run configure` for a static host: what the policy of its pages lets the console run and call. */
const folder = mkdtempSync(join(tmpdir(), "configure-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ["https://api.example", "https://ai.example:8443/chat", "'self' https://api.example https://ai.example:8443"],
  ["https://api.example/v2", "https://api.example/v2/ai", "'self' https://api.example"],
  ["/backend", "/backend/ai/chat/completions", "'self'"],
])("a page with the API %s and the AI service %s may connect to %s and to nothing else", (apiBaseUrl, url, sources) => {
  const page = join(folder, "index.html")
  const config = { apiBaseUrl, ai: { url, model: "small" } }
  const file = join(folder, "config.json")
  writeFileSync(page, '<!doctype html><script type="application/json" id="config">{"placeholder":true}</script>')
  writeFileSync(join(folder, "inline-hashes.json"), JSON.stringify({ script: ["'sha256-abc='"], style: ["'sha256-def='"] }))
  writeFileSync(file, JSON.stringify(config))
  const printed = execFileSync(process.execPath, ["scripts/configure.mjs", file, folder], { encoding: "utf8" })
  expect(/connect-src ([^;]*);/.exec(printed)?.[1]).toBe(sources)
  expect(printed).toContain("; script-src 'self' 'sha256-abc='; style-src 'self' 'sha256-def='; ")
  expect(readFileSync(page, "utf8")).toContain(JSON.stringify(config))
})
