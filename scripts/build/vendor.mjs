import { createRequire } from "node:module"
import { root } from "./paths.mjs"

const require = createRequire(`${root}package.json`)

/** What of React the console may import. One file holds it, so that a redeploy of ours leaves it in every cache. */
const sources = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"]

const identifier = /^[A-Za-z_$][\w$]*$/
const skipped = /^(default|version)$|INTERNALS/

/** One module that re-exports React's names: written here, because esbuild can't see the names of CommonJS packages. */
const source = () => {
  const seen = new Set()
  const lines = sources.map((name, at) => {
    const fresh = Object.keys(require(name)).filter(key => identifier.test(key) && !skipped.test(key) && !seen.has(key))
    for (const key of fresh) seen.add(key)
    return `import p${at} from ${JSON.stringify(name)}\nexport const { ${fresh.join(", ")} } = p${at}`
  })
  return [...lines, "export default p0"].join("\n")
}

export const vendorEntry = () => ({ contents: source(), resolveDir: root, sourcefile: "vendor.js", loader: "js" })

/** Points every import of React at the vendor file; wouter's shim for React 17 is React's own hook since 18. */
export const vendorPlugin = file => ({
  name: "vendor",
  setup(build) {
    build.onResolve({ filter: /^(react|react-dom)(\/|$)|^scheduler$|^use-sync-external-store(\/|$)/ }, () => ({
      path: `./${file}`,
      external: true,
    }))
  },
})
