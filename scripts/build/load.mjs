/** Bundles a TypeScript file of the project for Node and imports it. In: its path. Out: its exports. */
import { mkdtemp, rm } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { root } from "./paths.mjs"

export const load = async (file, options = {}) => {
  // Packages that the bundle leaves out are found from here.
  const folder = await mkdtemp(`${root}node_modules/.build-`)
  try {
    const outfile = `${folder}/module.mjs`
    await build({
      absWorkingDir: root,
      entryPoints: [file],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "warning",
      // Bundled CommonJS packages require Node's modules.
      banner: { js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);' },
      ...options,
      define: { "import.meta.env": '{"MODE":"production"}', ...options.define },
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
