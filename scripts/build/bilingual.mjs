/**
 * Merges the renders of a page in two languages. Elements whose texts differ get `data-en` with [child index or attribute name,
 * English text] pairs, from which boot.ts translates the page.
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

/** Returns the Turkish page with the English texts in `data-en`. @throws when the pages differ in structure */
export const bilingual = (turkish, english) => {
  const turkishTokens = turkish.match(token) ?? []
  const englishTokens = english.match(token) ?? []
  if (turkishTokens.length !== englishTokens.length) fail(`${turkishTokens.length} tokens`, `${englishTokens.length} tokens`)
  const out = [...turkishTokens]
  const stack = []
  turkishTokens.forEach((turkishToken, index) => {
    const englishToken = englishTokens[index]
    const parent = stack.at(-1)
    if (turkishToken.startsWith("</")) {
      if (turkishToken !== englishToken) fail(turkishToken, englishToken)
      const { start, pairs } = stack.pop()
      if (pairs.length) out[start] = out[start].replace(/>$/, ` data-en="${escapeHtml(JSON.stringify(pairs))}">`)
      return
    }
    const child = parent ? parent.children++ : 0
    if (!turkishToken.startsWith("<")) {
      if (turkishToken !== englishToken) parent.pairs.push([child, decode(englishToken)])
      return
    }
    if (turkishToken.startsWith("<!")) return
    const name = /^<([\w-]+)/.exec(turkishToken)[1]
    if (name !== /^<([\w-]+)/.exec(englishToken)?.[1]) fail(turkishToken, englishToken)
    const turkishAttributes = attributesOf(turkishToken)
    const englishAttributes = attributesOf(englishToken)
    if ([...turkishAttributes.keys()].join() !== [...englishAttributes.keys()].join()) fail(turkishToken, englishToken)
    const pairs = [...englishAttributes]
      .filter(([key, value]) => value !== turkishAttributes.get(key))
      .map(([key, value]) => [key, decode(value)])
    if (!voids.has(name.toLowerCase())) stack.push({ start: index, pairs, children: 0 })
    else if (pairs.length) out[index] = turkishToken.replace(/\/?>$/, ` data-en="${escapeHtml(JSON.stringify(pairs))}"/>`)
  })
  return out.join("")
}
