import { cp, mkdir, readdir } from "node:fs/promises"
import { build } from "esbuild"
import { compress } from "../../scripts/build/compress.mjs"
import { dist, root } from "../../scripts/build/paths.mjs"

/** The reference pages, built like the console and served by the same server beside it. @returns their folder */
export const buildPages = async () => {
  const from = `${root}test/bench/pages`
  const folder = `${dist}bench`
  await mkdir(folder, { recursive: true })
  await build({
    entryPoints: [`${from}/l1.tsx`, `${from}/l3.ts`],
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
  })
  for (const page of ["l0.html", "l1.html", "l3.html"]) await cp(`${from}/${page}`, `${folder}/${page}`)
  for (const name of await readdir(folder)) await compress(`${folder}/${name}`)
  return folder
}
