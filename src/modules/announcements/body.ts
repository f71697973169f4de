/** An announcement's text as it is read: paragraphs, lists and links, and nothing else. It becomes elements, never HTML. */
export type Part = string | { text: string; href: string }
export type Block = { kind: "text"; parts: Part[] } | { kind: "list"; items: Part[][] }

/** `[words](address)`, or an address that stands by itself. */
const link = /\[([^\]\n]{1,200})\]\((https?:\/\/[^\s)]{1,2000})\)|(https?:\/\/[^\s<>"']{1,2000})/g

/** What ends a sentence is not part of an address. */
const trailing = /[.,;:!?)\]]+$/

const isWeb = (href: string) => URL.canParse(href) && /^https?:$/.test(new URL(href).protocol)

const partsOf = (text: string): Part[] => {
  const parts: Part[] = []
  const say = (words: string) => {
    if (words) parts.push(words)
  }
  let at = 0
  for (const match of text.matchAll(link)) {
    const [whole, words, named, bare] = match
    const tail = bare ? (trailing.exec(bare)?.[0] ?? "") : ""
    const href = named ?? (bare ?? "").slice(0, bare ? bare.length - tail.length : 0)
    if (!isWeb(href)) continue
    say(text.slice(at, match.index))
    parts.push({ text: words ?? href, href })
    say(tail)
    at = match.index + whole.length
  }
  say(text.slice(at))
  return parts
}

const isItem = (line: string) => /^\s*[-*•]\s+\S/.test(line)
const itemText = (line: string) => line.replace(/^\s*[-*•]\s+/, "")

/** Empty lines part paragraphs; lines that begin with a dash are a list. */
export const blocksOf = (body: string): Block[] => {
  const blocks: Block[] = []
  for (const chunk of body.replaceAll("\r\n", "\n").split(/\n\s*\n/)) {
    let lines: string[] = []
    const endText = () => {
      const text = lines.join("\n").trim()
      if (text) blocks.push({ kind: "text", parts: partsOf(text) })
      lines = []
    }
    for (const line of chunk.split("\n")) {
      const last = blocks.at(-1)
      if (!isItem(line)) lines.push(line)
      else if (last?.kind === "list" && lines.length === 0) last.items.push(partsOf(itemText(line)))
      else {
        endText()
        blocks.push({ kind: "list", items: [partsOf(itemText(line))] })
      }
    }
    endText()
  }
  return blocks
}
