import { cp } from "node:fs/promises"
import { build } from "esbuild"
import { root } from "./paths.mjs"

/** Leaves packages out of the bundle, except those that npm nested under server/, which Node would not find from dist/. */
const packages = {
  name: "packages",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, pluginData, ...rest }) => {
      if (kind === "entry-point" || pluginData === "resolving") return undefined
      const found = await build.resolve(path, { ...rest, kind, pluginData: "resolving" })
      const isNested = /[\\/]server[\\/]node_modules[\\/]/.test(found.path)
      return isNested || found.errors.length ? found : { path, external: true }
    })
  },
}

/** Builds the reference API and the operator's commands as one file each, and copies the migrations. @returns the metafile */
export const buildServer = async ({ dev }) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: "server/src/main.ts", admin: "server/src/operations/admin.ts" },
    outdir: "dist/server",
    bundle: true,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: dev ? "inline" : false,
    legalComments: "none",
    logLevel: "warning",
    plugins: [packages],
  })
  await cp(`${root}server/migrations`, `${root}dist/server/migrations`, { recursive: true })
  return metafile
}
