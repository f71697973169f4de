/**
 * `npm run configure -- config.json [folder]`, for static hosts: writes the configuration block
 * (docs/contract.md#configuration-block) into all pages of dist/ and their compressed forms, and prints the headers that the host
 * must send.
 */
import { readdir, readFile, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { compress } from "./build/compress.mjs"
import { load } from "./build/load.mjs"
import { dist } from "./build/paths.mjs"

const block = /(<script type="application\/json" id="config">)[\s\S]*?(<\/script>)/

const originsOf = (...urls) => [...new Set(urls.filter(url => URL.canParse(url)).map(url => new URL(url).origin))]

const headerList = async (config, hashes) => {
  const { pageHeaders } = await load("server/src/http/headers.ts")
  const everywhere = pageHeaders(
    { publicUrl: "https://host", corsOrigins: [] },
    { ...hashes, connect: originsOf(config.apiBaseUrl, config.ai?.url ?? ""), image: originsOf(config.apiBaseUrl) },
  )
  const lines = (title, headers) => [title, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""]
  return [
    ...lines("Every answer (the last one once the host speaks TLS):", everywhere),
    ...lines("/assets/*:", { "Cache-Control": "public, max-age=31536000, immutable" }),
    ...lines("/locales/*:", { "Cache-Control": "no-store" }),
    ...lines("Everything else:", { "Cache-Control": "no-cache" }),
    "Pages: $uri, then $uri.html, then /index.html; / is /login.html; a missing file under /assets/ or /locales/ is 404.",
    "Send the .br or .gz beside a file where the browser accepts it. Leave out server/, meta.json and inline-hashes.json.",
    "The hashes in the Content-Security-Policy belong to this build: send the new policy with the pages of each release.",
  ].join("\n")
}

const main = async ([file, folder = dist]) => {
  if (!file) throw new Error("Usage: npm run configure -- config.json [folder]")
  const { readConfig } = await load("src/state/config.ts")
  const text = await readFile(resolve(file), "utf8").catch(({ code }) => {
    throw new Error(`${resolve(file)} ${code === "ENOENT" ? "does not exist" : "can't be read"}.`)
  })
  const config = readConfig(text, "http://console.invalid")
  const json = JSON.stringify(JSON.parse(text)).replaceAll("<", "\\u003c")
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const pages = names.filter(name => name.endsWith(".html")).map(name => resolve(folder, name))
  if (!pages.length) throw new Error(`There are no pages in ${folder}: run \`npm run build\` first.`)
  for (const page of pages) {
    const html = await readFile(page, "utf8")
    if (!block.test(html)) throw new Error(`${page} holds no configuration block.`)
    await writeFile(
      page,
      html.replace(block, (_, open, close) => open + json + close),
    )
    await compress(page)
  }
  const hashes = JSON.parse(await readFile(resolve(folder, "inline-hashes.json"), "utf8").catch(() => "{}"))
  console.log(`Wrote the configuration into ${pages.length} pages.\n\n${await headerList(config, hashes)}`)
}

main(process.argv.slice(2)).catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
