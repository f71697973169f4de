import { mkdtemp, rm } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { root } from "./paths.mjs"

/** Bundles and imports a TypeScript file of the project. The bundle is written under node_modules, so that it shares React. */
export const load = async (file, options = {}) => {
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
      jsx: "automatic",
      logLevel: "warning",
      external: ["react", "react-dom", "react/*", "react-dom/*"],
      alias: { "use-sync-external-store/shim/index.js": "react" },
      ...options,
      define: { "import.meta.env": '{"MODE":"production"}', ...options.define },
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
