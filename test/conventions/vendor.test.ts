import { build } from "esbuild"
import { expect, it } from "vitest"
import { reactModules, vendorEntry } from "../../scripts/build/vendor.mjs"

it("React's file holds modules: no function of a CommonJS module, which browsers parse twice", async () => {
  const { outputFiles } = await build({
    stdin: vendorEntry(),
    plugins: [reactModules],
    bundle: true,
    format: "esm",
    write: false,
    define: { "process.env.NODE_ENV": '"production"' },
  })
  const text = outputFiles[0]?.text ?? ""
  expect(text).toMatch(/^ {2}createRoot,$/m)
  expect(text).not.toMatch(/__commonJS|__toESM|\brequire\(|module\.exports/)
})
