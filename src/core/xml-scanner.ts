import { SpreadsheetError } from "./spreadsheet-error"

/** Characters of one tag or text, and nesting of elements. */
const maxPending = 1024 * 1024
const maxDepth = 100

const corrupt = () => new SpreadsheetError("spreadsheet.corrupt")

const entities = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
])

/** Resolves the references that every document has. Those of a document type are refused with it. */
const decode = (text: string) => {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text
  if (!lines.includes("&")) return lines
  return lines.replace(/&(?:#(\d+|x[\da-f]+);|(\w+);)?/gi, (_, code?: string, name = "") => {
    const point = Number(code?.replace(/^x/i, "0x"))
    const char = point > 0 && point < 0x110000 ? String.fromCodePoint(point) : entities.get(name)
    if (!char) throw corrupt()
    return char
  })
}

/** Attributes by name; those with a prefix have `:` in its place. */
export type Attributes = Record<string, string>

/** Parses what stands in a tag after the name. @throws SpreadsheetError */
export const attributesOf = (source: string): Attributes => {
  const attributes: Attributes = {}
  const pattern = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  let end = 0
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const [, name = "", double, single = ""] = match
    attributes[name.replace(/^.*:/, ":")] = decode(double ?? single)
    end = pattern.lastIndex
  }
  if (source.slice(end).trim()) throw corrupt()
  return attributes
}

const tagEnd = (text: string, start: number) => {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 62) return at
    if (code !== 34 && code !== 39) continue
    at = text.indexOf(code === 34 ? '"' : "'", at + 1)
    if (at < 0) break
  }
  return -1
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1)

type Handler = {
  /** Names are without prefix; the root has the parent "". @param attributes source for {@link attributesOf} */
  onOpen: (name: string, parent: string, attributes: string) => void
  /** @param text the text between this tag and the tag before */
  onClose: (name: string, parent: string, text: string) => void
}

/** Scans an XML document that comes in pieces. Document types are refused. Each call throws SpreadsheetError for a malformed document. */
export const createXmlScanner = ({ onOpen, onClose }: Handler) => {
  let pending = ""
  let text = ""
  const stack: string[] = []
  const parent = () => localName(stack.at(-1) ?? "")

  const close = (name: string) => {
    if (stack.pop() !== name) throw corrupt()
    onClose(localName(name), parent(), text)
    text = ""
  }
  const open = (tag: string) => {
    const isEmpty = tag.endsWith("/")
    const [name = ""] = /^[^\s/]*/.exec(tag) ?? []
    if (!name || stack.length > maxDepth) throw corrupt()
    onOpen(localName(name), parent(), tag.slice(name.length, isEmpty ? -1 : undefined))
    stack.push(name)
    text = ""
    if (isEmpty) close(name)
  }
  /** Handles what begins with `<` at the position. Returns the position after it, or -1 where its end has not come. */
  const markup = (at: number) => {
    const special = /^<(?:(!--)|(!\[CDATA\[)|(\?)|!)/.exec(pending.slice(at, at + 9))
    if (!special) {
      const end = tagEnd(pending, at)
      if (end < 0) return -1
      if (pending[at + 1] === "/") close(pending.slice(at + 2, end).trimEnd())
      else open(pending.slice(at + 1, end))
      return end + 1
    }
    const [begin, comment, data, instruction] = special
    const closing = comment ? "-->" : data ? "]]>" : instruction && "?>"
    if (!closing) {
      if (pending.length - at < 9) return -1
      throw corrupt()
    }
    const end = pending.indexOf(closing, at + begin.length)
    if (end < 0) return -1
    if (data) text += pending.slice(at + begin.length, end)
    return end + closing.length
  }

  return {
    write: (piece: string) => {
      pending += piece
      let at = 0
      for (;;) {
        const start = pending.indexOf("<", at)
        if (start < 0) break
        if (start > at) {
          text += decode(pending.slice(at, start))
          at = start
        }
        const end = markup(start)
        if (end < 0) break
        at = end
      }
      pending = pending.slice(at)
      if (pending.length > maxPending) throw corrupt()
    },
    end: () => {
      if (stack.length || pending.trim()) throw corrupt()
    },
  }
}
