import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { root } from "./paths.mjs"

const require = createRequire(`${root}package.json`)

/** The entry points of React that the console imports. They are a file of their own, which stays cached across releases. */
const sources = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"]

const identifier = /^[A-Za-z_$][\w$]*$/
const skipped = /^(default|version)$|INTERNALS/

/** Returns a module that re-exports React's names, which esbuild cannot derive from CommonJS packages. */
const source = () => {
  const seen = new Set()
  const lines = sources.map((name, at) => {
    const names = Object.keys(require(name)).filter(key => identifier.test(key) && !skipped.test(key) && !seen.has(key))
    for (const key of names) seen.add(key)
    return `import p${at} from ${JSON.stringify(name)}\nexport const { ${names.join(", ")} } = p${at}`
  })
  return [...lines, "export default p0"].join("\n")
}

export const vendorEntry = () => ({ contents: source(), resolveDir: root, sourcefile: "vendor.js", loader: "js" })

/**
 * The plugin that turns React's production files, which are CommonJS, into ES modules. The functions of a CommonJS module are
 * inside another function: the browser parses them twice, the second time before anything else runs.
 */
export const reactModules = {
  name: "react-modules",
  setup(build) {
    build.onLoad({ filter: /[\\/](react|react-dom|scheduler)[\\/].*\.js$/ }, ({ path }) => {
      const code = readFileSync(path, "utf8")
      const [, production] = /require\('(\.\/cjs\/[\w-]+\.production\.js)'\)/.exec(code) ?? []
      if (production) return { contents: `export { default } from "${production}"` }
      const names = []
      const body = code.replace(/\brequire\("([\w-]+)"\)/g, (_, name) => `imported${names.push(name) - 1}`)
      const imports = names.map((name, at) => `import imported${at} from "${name}"`)
      return { contents: [...imports, "const exports = {}", body, "export default exports"].join("\n") }
    })
  },
}

const isReact = /^(react|react-dom)(\/|$)|^scheduler$|^use-sync-external-store(\/|$)/

/** Returns the names that outputs import from the vendor file. @param outputs texts of the outputs, not minified */
export const importedNames = (outputs, file) => {
  const imports = outputs.flatMap(text => [...text.matchAll(/^import \{([^}]*)\} from "([^"]*)";$/gm)])
  const names = imports.flatMap(([, list, from]) =>
    from === `./${file}` ? list.split(",").map(name => name.trim().split(" ")[0]) : [],
  )
  return [...new Set(names)].sort()
}

/**
 * Returns the plugin that resolves imports of React to the vendor file, and wouter's shim for React 17 to React's own hook.
 * @param names if given, they are imported by one module, which re-exports them: esbuild does not merge imports of an external
 * file, so that each source would have an import and names of its own
 */
export const vendorPlugin = (file, names) => ({
  name: "vendor",
  setup(build) {
    build.onResolve({ filter: isReact }, ({ namespace }) =>
      names && namespace !== "vendor"
        ? { path: "react", namespace: "vendor", sideEffects: false }
        : { path: `./${file}`, external: true },
    )
    build.onLoad({ filter: /^/, namespace: "vendor" }, () => ({ contents: `export { ${names.join(", ")} } from "react"` }))
    // A computed member would keep all of React's names.
    build.onLoad({ filter: /[\\/]wouter[\\/]src[\\/]react-deps\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace('React["useInsertion" + "Effect"]', "React.useInsertionEffect"),
    }))
    // Its components are created by calls, which a bundler has to keep unless they are marked; links are src/ui/display/link.tsx.
    // Patterns of routes are not parsed by it: routes are matched in src/app/routes.ts.
    build.onLoad({ filter: /[\\/]wouter[\\/]src[\\/]index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replaceAll("= forwardRef(", "= /* @__PURE__ */ forwardRef(")
        .replace(/import \{ parse as parsePattern \} from "regexparam";/, "const parsePattern = undefined;"),
    }))
  },
})
