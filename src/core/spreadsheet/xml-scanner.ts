import { refuse } from "./spreadsheet-error"

/** Characters of one tag or text, and nesting of elements. */
const maxPending = 1024 * 1024
const maxDepth = 100

const entities = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
])

/** Resolves the references that every document has. Others would need a document type, which is refused. @throws RangeError */
const decode = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(
      /&(?:#(\d+|x[\da-f]+);|(\w+);)?/gi,
      (_, code = "", name = "") => entities.get(name) ?? String.fromCodePoint(Number(code.replace(/^x/i, "0x")) || Number.NaN),
    )

/** Attributes by name; those with a prefix have `:` in its place. */
export type Attributes = Record<string, string>

/** Parses the rest of a tag after its name. @throws SpreadsheetError, RangeError */
export const attributesOf = (source: string): Attributes => {
  const attributes: Attributes = {}
  const pattern = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')|\s*$/y
  for (;;) {
    const [, name, double, single = ""] = pattern.exec(source) ?? refuse("corrupt")
    if (!name) return attributes
    attributes[name.replace(/^.*:/, ":")] = decode(double ?? single)
  }
}

const tagEnd = (text: string, start: number) => {
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === ">") return at
    if (char !== '"' && char !== "'") continue
    at = text.indexOf(char, at + 1)
    if (at < 0) break
  }
  return -1
}

const localName = (name = "") => name.slice(name.indexOf(":") + 1)

type Handler = {
  /** Names are without prefix; the root has the parent "". @param attributes source for {@link attributesOf} */
  onOpen?: (name: string, parent: string, attributes: string) => void
  /** @param text the text between this tag and the tag before */
  onClose?: (name: string, parent: string, text: string) => void
}

/**
 * Scans an XML document that comes in pieces. Document types are refused.
 * Each call throws SpreadsheetError or RangeError for a malformed document.
 */
export const createXmlScanner = ({ onOpen, onClose }: Handler) => {
  let pending = ""
  let text = ""
  const stack: string[] = []
  const parent = () => localName(stack.at(-1))

  const close = (name: string) => {
    if (stack.pop() !== name) refuse("corrupt")
    onClose?.(localName(name), parent(), text)
    text = ""
  }
  const open = (tag: string) => {
    const isEmpty = tag.endsWith("/")
    const [name = ""] = tag.split(/[\s/]/, 1)
    if (!name || stack.length > maxDepth) refuse("corrupt")
    onOpen?.(localName(name), parent(), tag.slice(name.length, isEmpty ? -1 : undefined))
    stack.push(name)
    text = ""
    if (isEmpty) close(name)
  }
  /** Handles what begins with `<` at the position. Returns the position after it, or 0 where its end has not come. */
  const markup = (at: number) => {
    const begins = (start: string) => pending.startsWith(start, at)
    const closing = begins("<?") ? "?>" : begins("<!--") ? "-->" : begins("<![CDATA[") ? "]]>" : ""
    const end = closing ? pending.indexOf(closing, at + 2) : tagEnd(pending, at)
    if (end < 0) return 0
    if (closing === "]]>") text += pending.slice(at + 9, end)
    if (closing) return end + closing.length
    if (begins("<!")) refuse("corrupt")
    if (begins("</")) close(pending.slice(at + 2, end).trimEnd())
    else open(pending.slice(at + 1, end))
    return end + 1
  }

  return {
    write: (piece: string) => {
      pending += piece
      let at = 0
      for (let start = pending.indexOf("<"); start >= 0; start = pending.indexOf("<", at)) {
        text += decode(pending.slice(at, start))
        at = start
        const end = markup(at)
        if (!end) break
        at = end
      }
      pending = pending.slice(at)
      if (pending.length > maxPending) refuse("corrupt")
    },
    end: () => {
      if (stack.length || pending.trim()) refuse("corrupt")
    },
  }
}
