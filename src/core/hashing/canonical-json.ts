/** Canonical JSON by RFC 8785: one text for one value. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const loneSurrogate = /[\ud800-\udfff]/u

/**
 * Returns a value as JSON with members sorted by UTF-16 code units and without white space.
 * @throws TypeError for what JSON cannot hold: undefined, NaN, infinity, lone surrogates
 */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value === "object" && value !== null) {
    const members = value as { readonly [name: string]: Json }
    const pairs = Object.keys(members).sort()
    return `{${pairs.map(name => `${canonicalJson(name)}:${canonicalJson(members[name] as Json)}`).join()}}`
  }
  const text = JSON.stringify(value)
  const isJson = typeof value === "number" ? Number.isFinite(value) : typeof value !== "string" || !loneSurrogate.test(value)
  if (text === undefined || !isJson) throw new TypeError(`${String(value)} is no JSON value`)
  return text
}
