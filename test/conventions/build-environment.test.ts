import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { withNodeEnv } from "../../scripts/build/with-node-env.mjs"
import { places, root, sources, withoutComments } from "./sources"

/** `npm start` builds and serves in one process: the build's NODE_ENV must not decide the server's mode. */
describe("the environment of a build", () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each([[undefined], ["development"], ["production"]])("has its own NODE_ENV, and leaves %s as it was", async before => {
    vi.stubEnv("NODE_ENV", before)
    const built = await withNodeEnv("production", async () => process.env.NODE_ENV)
    expect([built, "NODE_ENV" in process.env, process.env.NODE_ENV]).toEqual(["production", before !== undefined, before])
  })

  it("is restored when the build fails", async () => {
    vi.stubEnv("NODE_ENV", undefined)
    await expect(withNodeEnv("production", () => Promise.reject(new Error("over budget")))).rejects.toThrow("over budget")
    expect("NODE_ENV" in process.env).toBe(false)
  })

  it("is set in one place", () => {
    const own = "scripts/build/with-node-env.mjs"
    const build = { path: "build.mjs", text: readFileSync(join(root, "build.mjs"), "utf8") }
    const files = [build, ...sources("scripts", [".mjs"])]
    const found = files
      .filter(({ path }) => path !== own)
      .map(({ path, text }) => ({ path, text: withoutComments(text) }))
      .flatMap(file => places(file, /process\.env\.NODE_ENV\s*=/))
    expect(found).toEqual([])
  })
})
