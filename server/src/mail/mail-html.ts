import { html } from "hono/html"
import type { Mail } from "./mail"

const styles = {
  page: "margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  code: "font:700 28px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em",
}

const highlighted = ({ code, link }: Mail, part: string) => {
  if (part === code) return html`<strong style="${styles.code}">${part}</strong>`
  return part === link && /^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : part
}

/** Splits a text so that every occurrence of a marker is a part of its own. */
const splitAt = (text: string, markers: string[]) =>
  markers.reduce(
    (parts, marker) => parts.flatMap(part => part.split(marker).flatMap((rest, at) => (at ? [marker, rest] : [rest]))),
    [text],
  )

const markersOf = ({ code, link }: Mail) => [link, code].flatMap(marker => (marker ? [marker] : []))

/** The HTML part of a mail, made from its text. All text is escaped; only the mail's own code and link get markup. */
export const mailHtml = async (mail: Mail): Promise<string> => {
  const paragraphs = mail.text
    .split(/\n{2,}/)
    .map(
      paragraph =>
        html`<p>${paragraph.split("\n").map((line, at) => [at ? html`<br />` : "", ...splitAt(line, markersOf(mail)).map(part => highlighted(mail, part))])}</p>`,
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
