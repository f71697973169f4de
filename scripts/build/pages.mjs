/**
 * Writes the HTML pages, one for each route that is opened often. A server sends index.html for other routes.
 *
 * In: public/index.html as the template, the outputs of console.mjs, locales, and src/prerender.tsx, which renders the sign-in page.
 * Out: dist/*.html, and inline-hashes.json with the hashes of inline scripts and styles for the Content-Security-Policy.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { integrity, policyHash } from "./assets.mjs"
import { bilingual } from "./bilingual.mjs"
import { load } from "./load.mjs"
import { dist, root } from "./paths.mjs"
import { frame, listOf, lists, publicPages, signIn } from "./screens.mjs"

/** File, screens that the page preloads, name of a second stylesheet, key of the title, and module whose list is called first. */
const pages = [
  { file: "index.html", screens: [] },
  { file: "login.html", screens: [signIn], title: "auth.title", isLogin: true },
  { file: "verify.html", screens: [signIn] },
  { file: "access-denied.html", screens: [signIn], title: "auth.deniedTitle" },
  { file: "forgot-password.html", screens: [publicPages, signIn], title: "auth.forgotTitle" },
  { file: "reset-password.html", screens: [publicPages, signIn], title: "auth.resetTitle" },
  { file: "policy.html", screens: [publicPages], sheet: "legal", title: "auth.policy" },
  { file: "kvkk.html", screens: [publicPages], sheet: "legal", title: "auth.kvkk" },
  { file: "go.html", screens: [publicPages] },
  ...Object.entries(lists).flatMap(([area, modules]) =>
    Object.entries(modules).map(([path, list]) => ({
      file: `${area}/${path}.html`,
      screens: [...frame, listOf(list)],
      sheet: "console",
      list,
    })),
  ),
]

const escapeHtml = text => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
const urlOf = output => output.replace(/^dist/, "")
const readText = async file => (await readFile(root + file, "utf8")).trim()
const readJson = async file => JSON.parse(await readText(file))

const spinner = t =>
  `<div class="waiting"><span class="spinner spinner--xl" role="status" aria-label="${escapeHtml(t("ui.loading"))}"></span></div>`

/** Returns an inline script or style. @throws when its text would end the element */
const inline = (name, text) => {
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`An inline ${name} holds a text that HTML does not allow in it.`)
  return `<${name}>${text}</${name}>`
}

/** Returns a picture as a URL. Chromium requests an icon with an address of its own again at each navigation in the console. */
const svgUrl = svg => `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[%#<>]/g, encodeURIComponent)}`

/** Returns the scripts of a page, in which no file is named twice: the entry, what it imports, and the chunks of the screens. */
const scriptsOf = ({ screens }, { metafile: { outputs }, main }) => {
  const chunkOf = screen => {
    const name = Object.keys(outputs).find(output => outputs[output].entryPoint === screen)
    if (!name) throw new Error(`No chunk begins with ${screen}: is it still loaded by import()?`)
    return name
  }
  const scripts = new Set([main, ...screens.map(chunkOf)])
  // A loop over a Set also visits what is added during the loop.
  for (const script of scripts)
    for (const { path, kind } of outputs[script].imports) if (kind === "import-statement" && outputs[path]) scripts.add(path)
  return [...scripts]
}

/** Returns what follows the boot script in a page's head. The boot script precedes stylesheets, for which an inline script would wait. */
const headOf = (page, scripts, built, integrities) => {
  const tag = (output, open, close = "") => `${open}="${urlOf(output)}" integrity="${integrities.get(output)}">${close}`
  if (page.isLogin)
    return [
      // The page is painted once it is whole. It holds its stylesheet, and the boot script loads its scripts.
      '<link rel="expect" href="#end" blocking="render">',
      "{{style}}",
      tag(built.inlineRefused, '<script async fetchpriority="low" src', "</script>"),
    ]
  const [main, ...preloads] = scripts
  return [
    tag(built.sheets.index, '<link rel="stylesheet" href'),
    ...(page.sheet ? [tag(built.sheets[page.sheet], '<link rel="stylesheet" href')] : []),
    tag(main, '<script type="module" src', "</script>"),
    ...preloads.map(script => tag(script, '<link rel="modulepreload" href')),
  ]
}

/** Returns the attributes by which boot.ts learns the first calls of a list, and the scripts of the sign-in page to load on input. */
const dataOf = (page, scripts, built, integrities, firstCalls) => {
  if (page.list) return ` data-first="${escapeHtml(JSON.stringify(firstCalls[page.list]))}"`
  if (!page.isLogin) return ""
  const files = [...scripts.map(script => [urlOf(script), integrities.get(script)]), [urlOf(built.sheets.index)]]
  return ` data-start="${escapeHtml(JSON.stringify(files))}"`
}

/** Writes the pages. @param built result of buildConsole; @returns by page the files in dist/ that it needs until it is complete */
export const buildPages = async built => {
  const files = Object.keys(built.metafile.outputs).filter(name => /\.(js|css)$/.test(name))
  const integrities = new Map(await Promise.all(files.map(async name => [name, integrity(await readFile(root + name))])))
  const prerender = await load("src/prerender.tsx", { define: { "process.env.NODE_ENV": '"production"' } })
  const template = await readFile(`${root}public/index.html`, "utf8")
  const icon = svgUrl(await readText("public/favicon.svg"))
  const texts = {}
  for (const language of ["tr", "en"])
    texts[language] = [await readJson(`locales/${language}/translation.json`), await readJson(`locales/${language}/common.json`)]
  const noscript = ["tr", "en"].map(language => prerender.setLanguage(language, texts[language])("app.noScript")).join(" / ")

  const render = async (page, scripts, language) => {
    const t = prerender.setLanguage(language, texts[language])
    const values = {
      title: escapeHtml(page.title ? `${t(page.title)} · ${t("app.name")}` : t("app.name")),
      head: headOf(page, scripts, built, integrities).join("\n"),
      icon,
      end: page.isLogin ? '<i id="end"></i>' : "",
      noscript: escapeHtml(noscript),
      content: page.isLogin ? await prerender.renderLogin() : spinner(t),
    }
    return template
      .replace(/\{\{(\w+)\}\}/g, (found, name) => values[name] ?? found)
      .replace("<html", `<html${dataOf(page, scripts, built, integrities, prerender.firstCalls)}`)
  }

  const script = await readText(built.boot)
  const style = await readText(built.sheets.index)
  const needs = new Map()
  for (const page of pages) {
    const scripts = scriptsOf(page, built)
    const html = bilingual(await render(page, scripts, "tr"), await render(page, scripts, "en"))
      .replace("{{boot}}", () => inline("script", script))
      .replace("{{style}}", () => inline("style", style))
    await mkdir(dirname(dist + page.file), { recursive: true })
    await writeFile(dist + page.file, html)
    const sheets = page.isLogin ? [] : [built.sheets.index, ...(page.sheet ? [built.sheets[page.sheet]] : [])]
    const textFiles = ["translation", "common", ...(prerender.firstCalls[page.list]?.texts ?? [])]
    needs.set(page.file, [`dist/${page.file}`, ...scripts, ...sheets, ...textFiles.map(name => `dist/locales/tr/${name}.json`)])
  }
  await writeFile(`${dist}inline-hashes.json`, JSON.stringify({ script: [policyHash(script)], style: [policyHash(style)] }))
  return needs
}
