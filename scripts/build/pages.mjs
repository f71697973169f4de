/**
 * Writes the HTML pages, one for each public page and each list of a module. A server sends index.html for other routes.
 *
 * In: public/index.html as the template, the outputs of console.mjs, locales, and src/prerender.tsx, which renders the sign-in page.
 * Out: dist/*.html, and inline-hashes.json with the hashes of inline scripts and styles for the Content-Security-Policy.
 */
import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { load } from "./load.mjs"
import { dist, frame, isList, publicPages, root, signIn } from "./paths.mjs"

/** The pages without a session: file, screens that the page preloads, and name of a second stylesheet. */
const openPages = [
  { file: "index.html", screens: [] },
  { file: "login.html", screens: [signIn], isLogin: true },
  { file: "verify.html", screens: [signIn] },
  { file: "access-denied.html", screens: [publicPages, signIn] },
  { file: "forgot-password.html", screens: [publicPages, signIn] },
  { file: "reset-password.html", screens: [publicPages, signIn] },
  { file: "policy.html", screens: [publicPages], sheet: "legal" },
  { file: "kvkk.html", screens: [publicPages], sheet: "legal" },
  { file: "go.html", screens: [publicPages] },
]

/** Returns the pages of the modules' lists. `firstCalls` are the requests that boot.ts sends. */
const listPagesOf = async ({ listPages }, { metafile: { outputs } }) =>
  (await listPages()).map(({ path, module, firstCalls }) => {
    const isOfModule = ({ entryPoint = "" }) => isList(entryPoint) && entryPoint.endsWith(`/${module}/list.tsx`)
    const list = Object.values(outputs).find(isOfModule)?.entryPoint ?? `the list of ${module}`
    return { file: `${path.slice(1)}.html`, screens: [...frame, list], sheet: "console", firstCalls }
  })

/** Returns the value of an `integrity` attribute. */
const integrityOf = bytes => `sha256-${createHash("sha256").update(bytes).digest("base64")}`

/** Returns the source by which a Content-Security-Policy allows an inline script or style. @param text content of the element */
const policyHash = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const escapeHtml = text => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
const urlOf = output => output.replace(/^dist/, "")
/** Trimmed, because the hash of an inline element is that of its whole content. */
const readText = async file => (await readFile(root + file, "utf8")).trim()
const readJson = async file => JSON.parse(await readText(file))

const spinner = t =>
  `<div class="waiting"><span class="spinner spinner--xl" role="status" aria-label="${escapeHtml(t("ui.loading"))}"></span></div>`

const fail = message => {
  throw new Error(message)
}

/** Returns an inline script or style. @throws when its text would end the element */
const inline = (name, text) =>
  /<\/(script|style)|<!--/i.test(text) ? fail(`HTML does not allow this inline ${name}.`) : `<${name}>${text}</${name}>`

/** Returns a picture as a URL. Chromium requests an icon with an address of its own again at each navigation in the console. */
const svgUrl = svg => `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[%#<>]/g, encodeURIComponent)}`

/** Returns the scripts of a page, in which no file is named twice: the entry, what it imports, and the chunks of the screens. */
const scriptsOf = ({ screens }, { metafile: { outputs }, main }) => {
  const chunkOf = screen =>
    Object.keys(outputs).find(output => outputs[output].entryPoint === screen) ?? fail(`No chunk begins with ${screen}.`)
  const scripts = new Set([main, ...screens.map(chunkOf)])
  // A loop over a Set also visits what is added during the loop.
  for (const script of scripts)
    for (const { path, kind } of outputs[script].imports) if (kind === "import-statement" && outputs[path]) scripts.add(path)
  return [...scripts]
}

/** Returns the stylesheets that a page links. The sign-in page holds its stylesheet. */
const sheetsOf = ({ isLogin, sheet }, { sheets }) => (isLogin ? [] : [sheets.index, ...(sheet ? [sheets[sheet]] : [])])

/** Writes the pages. @param built result of buildConsole; @returns by page the files in dist/ that it needs until it is complete */
export const buildPages = async built => {
  const prerender = await load("src/prerender.tsx", { define: { "process.env.NODE_ENV": '"production"' } })
  const files = Object.keys(built.metafile.outputs).filter(name => /\.(js|css)$/.test(name))
  const integrities = new Map(await Promise.all(files.map(async name => [name, integrityOf(await readFile(root + name))])))
  const tag = (output, open, close = "") => `${open}="${urlOf(output)}" integrity="${integrities.get(output)}">${close}`
  const template = await readText("public/index.html")
  const icon = svgUrl(await readText("public/favicon.svg"))
  const boot = await readText(built.boot)
  const style = await readText(built.sheets.index)

  const texts = {}
  for (const language of ["tr", "en"])
    texts[language] = await Promise.all(
      ["translation", "common", "document"].map(name => readJson(`locales/${language}/${name}.json`)),
    )

  /** Returns what differs between the languages of a page. */
  const textsOf = async (page, language) => {
    const t = prerender.setLanguage(language, texts[language])
    // The title of a list is a noun of its module, which these texts do not have.
    const key = (page.firstCalls ? undefined : prerender.titleOf(`/${page.file.replace(".html", "")}`)) ?? "app.name"
    const title = [...new Set([key, "app.name"])].map(name => t(name)).join(" · ")
    const content = page.isLogin ? await prerender.renderLogin() : spinner(t)
    return { title: escapeHtml(title), tooOld: escapeHtml(t("app.browserTooOld")), content }
  }

  /** Returns what follows the boot script, which precedes stylesheets because an inline script would wait for them. */
  const headOf = (page, [main, ...preloads]) =>
    page.isLogin
      ? [
          // The page is painted once it is whole. It holds its stylesheet, and the boot script loads its scripts.
          '<link rel="expect" href="#end" blocking="render">',
          inline("style", style),
          tag(built.inlineRefused, '<script async fetchpriority="low" src', "</script>"),
        ]
      : [
          ...sheetsOf(page, built).map(sheet => tag(sheet, '<link rel="stylesheet" href')),
          tag(main, '<script type="module" src', "</script>"),
          ...preloads.map(script => tag(script, '<link rel="modulepreload" href')),
        ]

  /** Returns the files that boot.ts loads on the first input of the sign-in page, with their integrity. */
  const startScriptsOf = scripts => [
    ...scripts.map(script => [urlOf(script), integrities.get(script)]),
    [urlOf(built.sheets.index)],
  ]
  const attribute = (name, value) => (value ? ` ${name}="${escapeHtml(JSON.stringify(value))}"` : "")

  const needs = new Map()
  for (const page of [...openPages, ...(await listPagesOf(prerender, built))]) {
    const scripts = scriptsOf(page, built)
    const turkish = await textsOf(page, "tr")
    const english = await textsOf(page, "en")
    const values = {
      icon,
      boot: inline("script", boot),
      head: headOf(page, scripts).join("\n"),
      title: turkish.title,
      content: turkish.content,
      englishTitle: english.title,
      englishContent: english.content,
      tooOld: `${turkish.tooOld} / ${english.tooOld}`,
    }
    await mkdir(dirname(dist + page.file), { recursive: true })
    const attributes = attribute("data-first", page.firstCalls) + attribute("data-start", page.isLogin && startScriptsOf(scripts))
    const html = template
      .replace("<html", () => `<html${attributes}`)
      .replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? fail(`The template has an unknown {{${name}}}.`))
    await writeFile(dist + page.file, html)
    const textFiles = ["translation", ...(page.firstCalls?.texts ?? [])].map(name => `dist/locales/tr/${name}.json`)
    needs.set(page.file, [`dist/${page.file}`, ...scripts, ...sheetsOf(page, built), ...textFiles])
  }
  await writeFile(`${dist}inline-hashes.json`, JSON.stringify({ script: [policyHash(boot)], style: [policyHash(style)] }))
  return needs
}
