import { html } from "hono/html"
import type { Mail } from "./mail"

/** A mail's words as a small page. Whatever stands in them is escaped; only its own code and link are marked. */
const styles = {
  page: "margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  code: "font:700 28px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em",
}

const marked = ({ code, link }: Mail, part: string) => {
  if (part === code) return html`<strong style="${styles.code}">${part}</strong>`
  return part === link && /^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : part
}

/** The words with the marks cut out of them, each a part of its own. */
const partsOf = (text: string, marks: string[]) =>
  marks.reduce(
    (parts, mark) => parts.flatMap(part => part.split(mark).flatMap((rest, at) => (at ? [mark, rest] : [rest]))),
    [text],
  )

const marksOf = ({ code, link }: Mail) => [link, code].flatMap(mark => (mark ? [mark] : []))

export const mailHtml = async (mail: Mail): Promise<string> => {
  const paragraphs = mail.text
    .split(/\n{2,}/)
    .map(
      paragraph =>
        html`<p>${paragraph.split("\n").map((line, at) => [at ? html`<br />` : "", ...partsOf(line, marksOf(mail)).map(part => marked(mail, part))])}</p>`,
    )
  return String(
    await html`<!doctype html>
<html${mail.language && html` lang="${mail.language}"`}>
  <head><meta charset="utf-8" /><title>${mail.subject}</title></head>
  <body style="${styles.page}">
    ${paragraphs}
  </body>
</html>
`,
  )
}
