import { rm } from "node:fs/promises"
import { basename } from "node:path"
import { build } from "esbuild"
import { findGroups, framesEntries, groupPlugin } from "./groups.mjs"
import { root } from "./paths.mjs"
import { vendorEntry, vendorPlugin } from "./vendor.mjs"

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
  logLevel: "warning",
  ...names,
})

const env = dev => ({
  "process.env.NODE_ENV": dev ? '"development"' : '"production"',
  "import.meta.env": dev ? '{"MODE":"development"}' : '{"MODE":"production"}',
})

const onlyOutput = ({ metafile }, extension = ".js") => Object.keys(metafile.outputs).find(name => name.endsWith(extension))

const buildVendor = dev =>
  build({ ...common(dev), stdin: vendorEntry(), format: "esm", define: env(dev), entryNames: "assets/react-[hash]" })

/** Returns the boot script, which the pages hold inline. */
const buildBoot = async dev => {
  const { outputFiles } = await build({
    ...common(dev),
    entryPoints: ["src/boot.ts"],
    format: "iife",
    define: env(dev),
    write: false,
    sourcemap: dev && "inline",
    ...(dev && { footer: { js: 'new EventSource("/__reload").onmessage = () => location.reload()' } }),
  })
  return outputFiles[0].text.trim()
}

/** The stylesheets of all pages, of the signed-in console, and of the legal pages. */
const sheetSources = ["src/styles/index.css", "src/styles/console.css", "src/styles/components/legal.css"]

const buildStyles = dev => build({ ...common(dev), entryPoints: sheetSources })

const entry = "src/main.tsx"
export const signIn = "src/app/pages/sign-in-pages.ts"
export const publicPages = "src/app/pages/public-pages.ts"

const buildMain = async (dev, vendor, define) => {
  const options = {
    ...common(dev),
    entryPoints: [entry],
    format: "esm",
    splitting: true,
    jsx: "automatic",
    jsxDev: false,
    define: { ...env(dev), ...define },
  }
  const react = vendorPlugin(vendor)
  const { metafile } = await build({ ...options, plugins: [react], write: false, sourcemap: false, minify: false })
  const groups = groupPlugin(findGroups(metafile, entry, [signIn, publicPages]), entry)
  const built = await build({ ...options, entryPoints: { main: entry, ...framesEntries }, plugins: [react, groups] })
  // The grouping moves all files of these entries into shared chunks, so their own outputs are empty.
  const { outputs } = built.metafile
  for (const [name, { entryPoint }] of Object.entries(outputs))
    if (entryPoint === entry || entryPoint?.includes("virtual:")) {
      delete outputs[name]
      await Promise.all([name, `${name}.map`].map(file => rm(root + file, { force: true })))
    }
  return built
}

/** Builds console, boot script and stylesheets. @returns their merged metafile, the names of the outputs, and the boot script */
export const buildConsole = async ({ dev, sprite }) => {
  const [vendor, boot, styles] = await Promise.all([buildVendor(dev), buildBoot(dev), buildStyles(dev)])
  const sheets = Object.fromEntries(
    Object.entries(styles.metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint ? [[basename(entryPoint, ".css"), output]] : [],
    ),
  )
  const vendorFile = onlyOutput(vendor)
  const main = await buildMain(dev, basename(vendorFile), {
    __ICONS__: JSON.stringify(sprite),
    __CONSOLE_CSS__: JSON.stringify(sheets.console.replace(/^dist/, "")),
    __LEGAL_CSS__: JSON.stringify(sheets.legal.replace(/^dist/, "")),
  })
  const parts = [vendor, styles, main].map(({ metafile }) => metafile)
  const metafile = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  }
  const start = Object.keys(metafile.outputs).find(name => metafile.outputs[name].inputs[entry])
  return { metafile, vendor: vendorFile, boot, start, sheets }
}
