import { isHttpUrl } from "../../core/text/http-url"

/** Parser of the small markup in an announcement's body: paragraphs, lists and links (docs/contract.md#announcement-record). */
export type Inline = string | { text: string; href: string }
export type Block = { kind: "text"; parts: Inline[] } | { kind: "list"; items: Inline[][] }

/** `[text](address)`, or a bare address. */
const link = /\[([^\]\n]{1,200})\]\((https?:\/\/[^\s)]{1,2000})\)|(https?:\/\/[^\s<>"']{1,2000})/g

/** Punctuation after a bare address is not part of it. */
const trailingPunctuation = /[.,;:!?)\]]+$/

const parseInline = (text: string): Inline[] => {
  const parts: Inline[] = []
  const addText = (part: string) => {
    if (part) parts.push(part)
  }
  let end = 0
  for (const match of text.matchAll(link)) {
    const [whole, label, address, bare] = match
    const tail = bare ? (trailingPunctuation.exec(bare)?.[0] ?? "") : ""
    const href = address ?? (bare ?? "").slice(0, bare ? bare.length - tail.length : 0)
    if (!isHttpUrl(href)) continue
    addText(text.slice(end, match.index))
    parts.push({ text: label ?? href, href })
    addText(tail)
    end = match.index + whole.length
  }
  addText(text.slice(end))
  return parts
}

const isItem = (line: string) => /^\s*[-*•]\s+\S/.test(line)
const itemText = (line: string) => line.replace(/^\s*[-*•]\s+/, "")

/** Parses a body: blank lines separate paragraphs, lines that start with a dash are list items. */
export const parseBody = (body: string): Block[] => {
  const blocks: Block[] = []
  for (const chunk of body.replaceAll("\r\n", "\n").split(/\n\s*\n/)) {
    let lines: string[] = []
    const endParagraph = () => {
      const text = lines.join("\n").trim()
      if (text) blocks.push({ kind: "text", parts: parseInline(text) })
      lines = []
    }
    for (const line of chunk.split("\n")) {
      const last = blocks.at(-1)
      if (!isItem(line)) lines.push(line)
      else if (last?.kind === "list" && lines.length === 0) last.items.push(parseInline(itemText(line)))
      else {
        endParagraph()
        blocks.push({ kind: "list", items: [parseInline(itemText(line))] })
      }
    }
    endParagraph()
  }
  return blocks
}
