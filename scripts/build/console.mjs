/**
 * Builds the console's scripts and stylesheets with esbuild.
 *
 * In: src/main.tsx, src/boot.ts, src/inline-refused.ts and three stylesheets. Out: dist/assets/*, named by hashes of their content.
 */
import { basename } from "node:path"
import { build } from "esbuild"
import { groupPlugin } from "./groups.mjs"
import { root } from "./paths.mjs"
import { entry } from "./screens.mjs"

const commonOptions = dev => ({
  absWorkingDir: root,
  outdir: "dist",
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  bundle: true,
  metafile: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  minify: !dev,
  sourcemap: dev,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  // Built files, which are imported by their URLs.
  external: ["/assets/*"],
})

const constants = dev => ({
  "process.env.NODE_ENV": dev ? '"development"' : '"production"',
  "import.meta.env": dev ? '{"MODE":"development"}' : '{"MODE":"production"}',
})

/** Builds entries that share no chunks. @returns esbuild's description of the outputs, by name */
const buildEntries = async (dev, entryPoints, options = {}) => {
  const { metafile } = await build({ ...commonOptions(dev), define: constants(dev), entryPoints, ...options })
  return metafile.outputs
}

/** The boot script is inline in every page, where a linked source map would have another address. */
const buildBoot = dev =>
  buildEntries(dev, ["src/boot.ts"], {
    format: "iife",
    sourcemap: dev && "inline",
    ...(dev && { footer: { js: 'new EventSource("/__reload").onmessage = () => location.reload()' } }),
  })

/** The stylesheets of all pages, of the signed-in console, and of the legal pages. */
const buildStyles = dev =>
  buildEntries(dev, ["src/styles/index.css", "src/styles/console.css", "src/styles/components/app-pages/legal.css"])

const react = `${root}scripts/build/react.js`

/** Resolves imports of React to react.js, except those of React itself. React has the store that the shim is for. */
const namedReact = {
  name: "named-react",
  setup(build) {
    build.onResolve({ filter: /^(react|react-dom)(\/|$)|^use-sync-external-store\/shim/ }, ({ importer }) =>
      importer === react || /node_modules[\\/](react|react-dom)[\\/]/.test(importer) ? undefined : { path: react },
    )
  },
}

/**
 * Builds the modules: twice, as the first build tells which files share a chunk in the second one. React is an entry too, so that
 * it has a chunk of its own, which stays the same when the console changes.
 */
const buildModules = async (dev, define) => {
  const options = {
    ...commonOptions(dev),
    entryPoints: { main: entry, react },
    splitting: true,
    define: { ...constants(dev), ...define },
  }
  const { metafile } = await build({ ...options, plugins: [namedReact], write: false })
  return build({ ...options, plugins: [namedReact, groupPlugin(metafile)] })
}

/**
 * Builds everything. @returns `metafile` of the modules; `outputs` of all parts, by name (dist/assets/…); and the names of those
 * that pages load: `main`, `boot`, `inlineRefused`, and `sheets` by their sources' names
 */
export const buildConsole = async ({ dev }) => {
  const [boot, styles] = await Promise.all([buildBoot(dev), buildStyles(dev)])
  const nameOf = (outputs, source) => Object.keys(outputs).find(name => outputs[name].entryPoint === source)
  const sheets = Object.fromEntries(
    Object.entries(styles).flatMap(([name, { entryPoint }]) => (entryPoint ? [[basename(entryPoint, ".css"), name]] : [])),
  )
  const urlOf = name => JSON.stringify(name.replace(/^dist/, ""))
  const urls = {
    __BOOT__: urlOf(nameOf(boot, "src/boot.ts")),
    __INDEX_CSS__: urlOf(sheets.index),
    __CONSOLE_CSS__: urlOf(sheets.console),
    __LEGAL_CSS__: urlOf(sheets.legal),
  }
  const [inlineRefused, { metafile }] = await Promise.all([
    buildEntries(dev, ["src/inline-refused.ts"], { define: { ...constants(dev), ...urls } }),
    buildModules(dev, urls),
  ])
  const outputs = { ...boot, ...styles, ...inlineRefused, ...metafile.outputs }
  return {
    metafile: { ...metafile, outputs },
    main: nameOf(outputs, entry),
    boot: nameOf(outputs, "src/boot.ts"),
    inlineRefused: nameOf(outputs, "src/inline-refused.ts"),
    sheets,
  }
}
