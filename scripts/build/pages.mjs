import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { integrity, policyHash } from "./assets.mjs"
import { bilingual } from "./bilingual.mjs"
import { frame, publicPages, signIn } from "./console.mjs"
import { load } from "./load.mjs"
import { dist, root } from "./paths.mjs"

const shared = {
  "announcement-management": "announcements",
  campaigns: "campaigns",
  dashboard: "campaigns",
  draws: "draws",
  "feedback-management": "feedback",
  "gift-management": "gifts",
  "partner-management": "partners",
  "payment-management": "payments",
  "survey-management": "surveys",
}

/** The folders of the modules with a list, by area and path (src/app/routes.ts). */
const lists = {
  admin: { ...shared, "company-management": "companies" },
  user: { ...shared, "company-subsidiary": "companies/subsidiaries", employees: "employees" },
}

/**
 * The pages: the lazily loaded sources that each needs, its additional stylesheet, its title, and its first list call. A server
 * sends index.html for other routes.
 */
const pages = [
  { file: "index.html", chunks: [] },
  { file: "login.html", chunks: [signIn], title: "auth.title", isLogin: true },
  { file: "verify.html", chunks: [signIn] },
  { file: "access-denied.html", chunks: [signIn], title: "auth.deniedTitle" },
  { file: "forgot-password.html", chunks: [publicPages, signIn], title: "auth.forgotTitle" },
  { file: "reset-password.html", chunks: [publicPages, signIn], title: "auth.resetTitle" },
  { file: "policy.html", chunks: [publicPages], sheet: "legal", title: "auth.policy" },
  { file: "kvkk.html", chunks: [publicPages], sheet: "legal", title: "auth.kvkk" },
  { file: "go.html", chunks: [publicPages] },
  ...Object.entries(lists).flatMap(([role, modules]) =>
    Object.entries(modules).map(([path, module]) => ({
      file: `${role}/${path}.html`,
      chunks: [...frame, `src/modules/${module}/index.ts`],
      sheet: "console",
      first: module,
    })),
  ),
]

const escapeHtml = text => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/** Returns an output and the outputs that it imports statically. */
const withImports = (outputs, from, found = new Set()) => {
  if (found.has(from) || !outputs[from]) return found
  found.add(from)
  for (const { path, kind } of outputs[from].imports) if (kind === "import-statement") withImports(outputs, path, found)
  return found
}

const spinner = t =>
  `<div class="waiting"><span class="spinner spinner--xl" role="status" aria-label="${escapeHtml(t("ui.loading"))}"></span></div>`

/** Returns an inline script or style. @throws when its text would end the element */
const inline = (name, text) => {
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`An inline ${name} holds a text that HTML does not allow in it.`)
  return `<${name}>${text}</${name}>`
}

/** Returns a picture as a URL for an attribute. Chromium requests an icon of its own address again at each navigation inside the console. */
const svgUrl = svg =>
  `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>]/g, encodeURIComponent)}`

/** Writes the HTML files, and the hashes of their inline scripts and styles for the Content-Security-Policy. @param built result of buildConsole; @returns `loginFiles`: the scripts of /login without React */
export const buildPages = async ({ built }) => {
  const { outputs } = built.metafile
  const outputOf = source => {
    const isFrom = ({ entryPoint, entryPoints = [] }) => [entryPoint, ...entryPoints].includes(source)
    const name = Object.keys(outputs).find(output => output.endsWith(".js") && isFrom(outputs[output]))
    if (!name) throw new Error(`No chunk was made from ${source}: does the console still import it lazily?`)
    return name
  }
  const integrities = new Map()
  const integrityOf = async output => {
    if (!integrities.has(output)) integrities.set(output, integrity(await readFile(root + output)))
    return integrities.get(output)
  }
  const tag = async (output, open, close = "") =>
    `${open.replace("URL", output.replace(/^dist/, ""))} integrity="${await integrityOf(output)}"${close}`

  // React's file is external to the chunks, and every page needs it.
  const startFiles = [built.vendor, ...withImports(outputs, built.start)]

  /** Returns the scripts of a page, the entry first. */
  const scriptsOf = page => {
    const extra = page.chunks.flatMap(source => [...withImports(outputs, outputOf(source))])
    return [built.start, ...new Set([...startFiles, ...extra].filter(output => output !== built.start))]
  }

  /**
   * Returns the elements of a page's head after the boot script, which precedes them because an inline script waits for preceding
   * stylesheets. The login page holds its stylesheet, and loads the scripts on the visitor's first input.
   */
  const headOf = page => {
    const preloads = scriptsOf(page).slice(1)
    const sheets = [built.sheets.index, ...(page.sheet ? [built.sheets[page.sheet]] : [])]
    const lines = page.isLogin
      ? [
          // No frame is made of a part of the page.
          '<link rel="expect" href="#end" blocking="render">',
          "{{style}}",
          tag(built.inlineRefused, '<script async fetchpriority="low" src="URL"', "></script>"),
        ]
      : [
          ...sheets.map(sheet => tag(sheet, '<link rel="stylesheet" href="URL"', ">")),
          tag(built.start, '<script type="module" src="URL"', "></script>"),
          ...preloads.map(output => tag(output, '<link rel="modulepreload" href="URL"', ">")),
        ]
    return Promise.all(lines).then(tags => tags.join("\n"))
  }

  const template = await readFile(`${root}public/index.html`, "utf8")
  const icon = svgUrl(await readFile(`${root}public/favicon.svg`, "utf8"))
  const dictionaries = Object.fromEntries(
    await Promise.all(
      ["tr", "en"].map(async language => [
        language,
        await Promise.all(
          ["translation", "common"].map(async ns => JSON.parse(await readFile(`${root}locales/${language}/${ns}.json`, "utf8"))),
        ),
      ]),
    ),
  )
  const prerender = await load("src/prerender.tsx")
  const noscript = ["tr", "en"]
    .map(language => prerender.setLanguage(language, dictionaries[language])("app.noScript"))
    .join(" / ")

  const render = async (page, language) => {
    const t = prerender.setLanguage(language, dictionaries[language])
    const values = {
      title: escapeHtml(page.title ? `${t(page.title)} · ${t("app.name")}` : t("app.name")),
      head: await headOf(page),
      icon,
      end: page.isLogin ? '<i id="end"></i>' : "",
      noscript: escapeHtml(noscript),
      content: page.isLogin ? await prerender.renderLogin() : spinner(t),
    }
    const html = template.replace(/\{\{(\w+)\}\}/g, (found, name) => values[name] ?? found)
    const first = page.first && JSON.stringify(prerender.firstCalls[page.first])
    // boot.ts loads the scripts of the login page on the visitor's first input, and then the files of the pages that follow.
    const scripts =
      page.isLogin &&
      JSON.stringify([
        ...(await Promise.all(scriptsOf(page).map(async output => [output.replace(/^dist/, ""), await integrityOf(output)]))),
        [built.sheets.index.replace(/^dist/, "")],
      ])
    const data = `${first ? ` data-first="${escapeHtml(first)}"` : ""}${scripts ? ` data-start="${escapeHtml(scripts)}"` : ""}`
    return html.replace("<html", `<html${data}`)
  }

  const script = (await readFile(root + built.boot, "utf8")).trim()
  const style = (await readFile(root + built.sheets.index, "utf8")).trim()
  for (const page of pages) {
    const html = bilingual(await render(page, "tr"), await render(page, "en"))
      .replace("{{boot}}", () => inline("script", script))
      .replace("{{style}}", () => inline("style", style))
    await mkdir(dirname(dist + page.file), { recursive: true })
    await writeFile(dist + page.file, html)
  }
  await writeFile(`${dist}inline-hashes.json`, JSON.stringify({ script: [policyHash(script)], style: [policyHash(style)] }))
  const signInFiles = [...startFiles, built.boot, built.inlineRefused, ...withImports(outputs, outputOf(signIn))]
  return { loginFiles: new Set(signInFiles.filter(output => output !== built.vendor)) }
}
