/**
 * Builds the console's scripts and stylesheets with esbuild.
 *
 * In: src/main.tsx, src/boot.ts, src/inline-refused.ts and three stylesheets. Out: dist/assets/*, named by hashes of their content.
 */
import { rm } from "node:fs/promises"
import { relative } from "node:path"
import { build } from "esbuild"
import { target } from "./browsers.mjs"
import { groupPlugin } from "./groups.mjs"
import { entry, react, root } from "./paths.mjs"

const commonOptions = dev => ({
  absWorkingDir: root,
  outdir: "dist",
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  bundle: true,
  metafile: true,
  format: "esm",
  target,
  // Of which letters there are follows from the browser's version of Unicode.
  supported: { "regexp-unicode-property-escapes": true },
  minify: !dev,
  sourcemap: dev,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  // Built files, which are imported by their URLs.
  external: ["/assets/*"],
  define: {
    "process.env.NODE_ENV": dev ? '"development"' : '"production"',
    // valtio reads both. An object would be a variable, which esbuild has every file of the console initialize.
    "import.meta.env": "true",
    "import.meta.env.MODE": dev ? '"development"' : '"production"',
  },
})

const boot = "src/boot.ts"
const inlineRefused = "src/inline-refused.ts"
/** The stylesheets of all pages, of the signed-in console, and of the legal pages. */
const sheets = {
  index: "src/styles/index.css",
  console: "src/styles/console.css",
  legal: "src/styles/components/app-pages/legal.css",
}

/** Builds files that share no chunks. @returns the metafile */
const buildEntries = async (dev, entryPoints, options) =>
  (await build({ ...commonOptions(dev), format: "iife", entryPoints, ...options })).metafile

/** The boot script is inline in every page, where a linked source map would have another address. */
const buildBootAndSheets = dev =>
  buildEntries(dev, [boot, ...Object.values(sheets)], {
    sourcemap: dev && "inline",
    ...(dev && { footer: { js: 'new EventSource("/__reload").onmessage = () => location.reload()' } }),
  })

/**
 * Builds the modules: twice, because the grouping of chunks follows from the imports that the first build finds. React is an entry
 * too, so that it has a chunk of its own, which stays the same when the console changes; the entry itself is removed.
 * @param define constants
 */
const buildModules = async (dev, define) => {
  const options = {
    ...commonOptions(dev),
    entryPoints: { main: entry, react },
    splitting: true,
    define,
  }
  const { metafile, outputFiles } = await build({ ...options, write: false })
  const grouped = await build({ ...options, plugins: [groupPlugin(metafile)] })
  const codeOf = new Map(outputFiles.map(({ path, text }) => [relative(root, path).replaceAll("\\", "/"), text]))
  return { metafile: grouped.metafile, ungrouped: { metafile, codeOf } }
}

/**
 * Builds everything. @returns `metafile` of esbuild with all outputs, by name (dist/assets/…), the names of those that pages load:
 * `main`, `boot`, `inlineRefused`, and `sheets`; and `ungrouped`, the modules as they would be without groups, with their code
 */
export const buildConsole = async ({ dev }) => {
  const first = await buildBootAndSheets(dev)
  const nameOf = ({ outputs }, source) => Object.keys(outputs).find(name => outputs[name].entryPoint === source)
  const sheetNames = Object.fromEntries(Object.entries(sheets).map(([name, source]) => [name, nameOf(first, source)]))
  const urlOf = name => JSON.stringify(name.replace(/^dist/, ""))
  const define = {
    ...commonOptions(dev).define,
    __BOOT__: urlOf(nameOf(first, boot)),
    __INDEX_CSS__: urlOf(sheetNames.index),
    __CONSOLE_CSS__: urlOf(sheetNames.console),
    __LEGAL_CSS__: urlOf(sheetNames.legal),
  }
  const fallback = await buildEntries(dev, [inlineRefused], { define })
  const { metafile, ungrouped } = await buildModules(dev, define)
  const reactEntry = nameOf(metafile, react)
  await rm(root + reactEntry)
  delete metafile.outputs[reactEntry]
  return {
    ungrouped,
    metafile: { ...metafile, outputs: { ...first.outputs, ...fallback.outputs, ...metafile.outputs } },
    main: nameOf(metafile, entry),
    boot: nameOf(first, boot),
    inlineRefused: nameOf(fallback, inlineRefused),
    sheets: sheetNames,
  }
}
