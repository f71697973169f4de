import { createHash } from "node:crypto"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { basename, relative } from "node:path"
import { build } from "esbuild"
import { findGroups, groupPlugin } from "./groups.mjs"
import { minifyChunks, salt } from "./names.mjs"
import { root } from "./paths.mjs"
import { importedNames, reactModules, vendorEntry, vendorPlugin } from "./vendor.mjs"

const names = { entryNames: "assets/[name]-[hash]", chunkNames: "assets/[name]-[hash]", assetNames: "assets/[name]-[hash]" }

const common = dev => ({
  absWorkingDir: root,
  outdir: "dist",
  bundle: true,
  metafile: true,
  target: "es2022",
  minify: !dev,
  sourcemap: dev,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  ...names,
})

const env = dev => ({
  "process.env.NODE_ENV": dev ? '"development"' : '"production"',
  "import.meta.env": dev ? '{"MODE":"development"}' : '{"MODE":"production"}',
})

const onlyOutput = ({ metafile }, extension = ".js") => Object.keys(metafile.outputs).find(name => name.endsWith(extension))

/** Options of the modules, whose names are minified after the build, by which all have their names. */
const modules = dev => ({
  ...common(dev),
  format: "esm",
  ...(!dev && { minify: false, minifySyntax: true, write: false, banner: salt }),
})

const buildVendor = dev =>
  build({
    ...modules(dev),
    stdin: vendorEntry(),
    define: env(dev),
    entryNames: "assets/react-[hash]",
    plugins: dev ? [] : [reactModules],
  })

const buildBoot = dev =>
  build({
    ...common(dev),
    entryPoints: ["src/boot.ts"],
    format: "iife",
    define: env(dev),
    // A linked map would have another address in the pages, which hold the script inline.
    sourcemap: dev && "inline",
    ...(dev && { footer: { js: 'new EventSource("/__reload").onmessage = () => location.reload()' } }),
  })

/** The built files are named by their URLs, which are no modules to bundle. */
const external = ["/assets/*"]

const buildInlineRefused = (dev, define) =>
  build({ ...common(dev), entryPoints: ["src/inline-refused.ts"], format: "esm", define: { ...env(dev), ...define }, external })

/** The stylesheets of all pages, of the signed-in console, and of the legal pages. */
const sheetSources = ["src/styles/index.css", "src/styles/console.css", "src/styles/components/legal.css"]

/** Merges the blocks of each cascade layer, which are in the order of the sheets, and removes spaces around values of custom properties. */
const mergeLayers = css => {
  const layers = new Map()
  const block = /@layer (\w+)\{/g
  let rest = ""
  let at = 0
  for (let found = block.exec(css); found; found = block.exec(css)) {
    let end = block.lastIndex
    for (let depth = 1; depth; end++) depth += css[end] === "{" ? 1 : css[end] === "}" ? -1 : 0
    rest += css.slice(at, found.index)
    layers.set(found[1], (layers.get(found[1]) ?? "") + css.slice(block.lastIndex, end - 1))
    at = end
    block.lastIndex = end
  }
  const merged = [...layers].map(([name, rules]) => `@layer ${name}{${rules}}`).join("")
  return (rest + css.slice(at) + merged)
    .replace(/(--[\w-]+): +/g, "$1:")
    .replace(/ +([;}])/g, "$1")
    .replace(/\( +/g, "(")
    .replace(/ +\)/g, ")")
}

/** Puts a hash of the text into the name of a stylesheet, in place of the one of the text before its layers were merged. */
const renamed = (path, text) =>
  path.replace(/-\w+\.css$/, `-${createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase()}.css`)

const buildStyles = async dev => {
  const { metafile, outputFiles } = await build({ ...common(dev), entryPoints: sheetSources, write: false })
  await mkdir(`${root}dist/assets`, { recursive: true })
  const outputs = { ...metafile.outputs }
  const write = async ({ path, text }) => {
    if (dev) return writeFile(path, text)
    const merged = mergeLayers(text)
    const [from, to] = [path, renamed(path, merged)].map(name => relative(root, name))
    outputs[to] = outputs[from]
    delete outputs[from]
    await writeFile(`${root}${to}`, merged)
  }
  await Promise.all(outputFiles.map(write))
  return { metafile: { ...metafile, outputs } }
}

const entry = "src/main.tsx"
export const signIn = "src/app/pages/sign-in-pages.ts"
export const publicPages = "src/app/pages/public-pages.ts"
export const frame = ["src/app/shell.tsx", "src/effects/signed-in.ts"]

const buildMain = async (dev, vendor, define) => {
  const options = {
    ...modules(dev),
    entryPoints: [entry],
    splitting: true,
    jsx: "automatic",
    jsxDev: false,
    external,
    define: { ...env(dev), ...define },
  }
  const { metafile, outputFiles } = await build({
    ...options,
    plugins: [vendorPlugin(vendor)],
    write: false,
    sourcemap: false,
    minify: false,
  })
  const groups = groupPlugin(findGroups(metafile, entry, [signIn, publicPages], frame), entry)
  const names = importedNames(
    outputFiles.map(({ text }) => text),
    vendor,
  )
  const built = await build({ ...options, entryPoints: { main: entry }, plugins: [vendorPlugin(vendor, names), groups] })
  // The grouping moves all files of the entry into a shared chunk, so its own output is empty.
  const { outputs } = built.metafile
  for (const [name, { entryPoint }] of Object.entries(outputs))
    if (entryPoint === entry) {
      delete outputs[name]
      await Promise.all([name, `${name}.map`].map(file => rm(root + file, { force: true })))
    }
  return built
}

/**
 * Minifies and writes the modules. The metafiles lose the outputs that are not written; `entryPoints` of the chunks in their place
 * are the sources of these. @param vendor the file whose exports no `import()` reads; @param builds results of esbuild
 */
const writeModules = async (vendor, builds) => {
  const outputs = Object.assign({}, ...builds.map(({ metafile }) => metafile.outputs))
  const files = builds.flatMap(({ outputFiles }) => outputFiles).map(({ path, text }) => [basename(path), text])
  const isLazy = name => name !== vendor && outputs[`dist/assets/${name}`].entryPoint !== undefined
  const { texts, facades } = await minifyChunks(new Map(files.filter(([name]) => outputs[`dist/assets/${name}`])), isLazy)
  for (const [facade, { chunk }] of facades) {
    const [from, to] = [facade, chunk].map(name => `dist/assets/${name}`)
    outputs[to].entryPoints = [...(outputs[to].entryPoints ?? []), outputs[from].entryPoint]
    for (const { metafile } of builds) delete metafile.outputs[from]
  }
  await mkdir(`${root}dist/assets`, { recursive: true })
  await Promise.all([...texts].map(([name, text]) => writeFile(`${root}dist/assets/${name}`, text)))
}

/** Builds console, boot script and stylesheets. @returns their merged metafile and the names of the outputs */
export const buildConsole = async ({ dev }) => {
  const [vendor, boot, styles] = await Promise.all([buildVendor(dev), buildBoot(dev), buildStyles(dev)])
  const sheets = Object.fromEntries(
    Object.entries(styles.metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint ? [[basename(entryPoint, ".css"), output]] : [],
    ),
  )
  const urlOf = output => JSON.stringify(output.replace(/^dist/, ""))
  const vendorFile = onlyOutput(vendor)
  const bootUrl = { __BOOT__: urlOf(onlyOutput(boot)) }
  const inlineRefused = await buildInlineRefused(dev, { ...bootUrl, __INDEX_CSS__: urlOf(sheets.index) })
  const main = await buildMain(dev, basename(vendorFile), {
    ...bootUrl,
    __CONSOLE_CSS__: urlOf(sheets.console),
    __LEGAL_CSS__: urlOf(sheets.legal),
  })
  if (!dev) await writeModules(basename(vendorFile), [vendor, main])
  const parts = [vendor, boot, styles, inlineRefused, main].map(({ metafile }) => metafile)
  const metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  }
  const start = Object.keys(metafile.outputs).find(name => metafile.outputs[name].inputs[entry])
  return { metafile, vendor: vendorFile, boot: onlyOutput(boot), inlineRefused: onlyOutput(inlineRefused), start, sheets }
}
