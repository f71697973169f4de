/**
 * One page in two languages: both renders are read side by side, and where English differs, the Turkish markup carries
 * `data-en`: [child index or attribute name, English text] pairs, which boot.ts puts in place.
 */
const voids = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
const token = /<!doctype[^>]*>|<!--[\s\S]*?-->|<\/[a-zA-Z][^>]*>|<[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*>|[^<]+/gi
const attribute = /([^\s=/>]+)(?:="([^"]*)"|='([^']*)')?/g
const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" }

const decode = text => text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name) => entities[name])
const escapeHtml = text => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

const attributesOf = tag => {
  const body = tag.replace(/^<[a-zA-Z][\w-]*/, "").replace(/\/?>$/, "")
  return new Map([...body.matchAll(attribute)].map(([, name, double, single]) => [name, double ?? single ?? ""]))
}

const fail = (a, b) => {
  throw new Error(`The page's two languages differ in structure:\n  ${a}\n  ${b}`)
}

/** @returns the Turkish page with English carried along */
export const bilingual = (turkish, english) => {
  const ours = turkish.match(token) ?? []
  const theirs = english.match(token) ?? []
  if (ours.length !== theirs.length) fail(`${ours.length} tokens`, `${theirs.length} tokens`)
  const out = [...ours]
  const stack = []
  ours.forEach((mine, at) => {
    const other = theirs[at]
    const parent = stack.at(-1)
    if (mine.startsWith("</")) {
      if (mine !== other) fail(mine, other)
      const { start, pairs } = stack.pop()
      if (pairs.length) out[start] = out[start].replace(/>$/, ` data-en="${escapeHtml(JSON.stringify(pairs))}">`)
      return
    }
    const child = parent ? parent.children++ : 0
    if (!mine.startsWith("<")) {
      if (mine !== other) parent.pairs.push([child, decode(other)])
      return
    }
    if (mine.startsWith("<!")) return
    const name = /^<([\w-]+)/.exec(mine)[1]
    if (name !== /^<([\w-]+)/.exec(other)?.[1]) fail(mine, other)
    const here = attributesOf(mine)
    const there = attributesOf(other)
    if ([...here.keys()].join() !== [...there.keys()].join()) fail(mine, other)
    const pairs = [...there].filter(([key, value]) => value !== here.get(key)).map(([key, value]) => [key, decode(value)])
    if (!voids.has(name.toLowerCase())) stack.push({ start: at, pairs, children: 0 })
    else if (pairs.length) out[at] = mine.replace(/\/?>$/, ` data-en="${escapeHtml(JSON.stringify(pairs))}"/>`)
  })
  return out.join("")
}
