import { canonicalJson, type Json } from "../../core/hashing/canonical-json"
import { concat, type Pause } from "../../core/hashing/hashing"
import { isRecord } from "../../core/is-record"
import { format, type Proof, type ProofEntry, version } from "./proof"
import { type Failure, failure } from "./report"
import { isRest, wrongMember } from "./shape"

/**
 * Reading the proof file (docs/draw-proof.md#file). Its canonical form has the digest first and the entries before all
 * else, so that they are read in steps: a list of 100,000 entries in one go would hold up the page.
 */

const entriesPerStep = 2048
const head = /\{"digest":"([0-9a-f]{64})","domain":"(real|rehearsal)","entries":\[/y
const entryPattern = /\["([0-9a-f]{64})",([1-9]\d{0,15}),(0|[1-9]\d{0,15})(?:,(0|[1-9]\d{0,15}))?\]([,\]])/y

const decode = (file: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file)
  } catch {
    return null
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isCanonical = (value: unknown, text: string): boolean => {
  try {
    return canonicalJson(value as Json) === text
  } catch {
    return false
  }
}

/** Returns why a text is no proof file. */
const explain = (text: string): Failure => {
  const value = parse(text)
  if (value === undefined) return failure("notJson")
  if (!isRecord(value) || value.format !== format) return failure("otherFormat")
  if (value.version !== version) return failure("otherVersion")
  const path = wrongMember(value)
  return path === null || !isCanonical(value, text) ? failure("notCanonical") : failure("member", { path })
}

type ProofReading = {
  proof: Proof
  /** The bytes of which the digest is the hash. */
  digested: Uint8Array
}

/** Reads a proof file and checks its form, not what it claims. */
export const readProof = async (file: Uint8Array, pause: Pause): Promise<ProofReading | Failure> => {
  const text = decode(file)
  if (text === null) return failure("notUtf8")
  await pause()
  head.lastIndex = 0
  const [start, digest = "", domain = ""] = head.exec(text) ?? []
  if (!start) return explain(text)
  const entries: ProofEntry[] = []
  let at = start.length
  for (let end = ","; end === ","; ) {
    entryPattern.lastIndex = at
    const [found, commitment = "", weight, time, recorded, separator = ""] = entryPattern.exec(text) ?? []
    const numbers = [weight, time, ...(recorded ? [recorded] : [])].map(Number)
    const entry = [commitment, ...numbers] as ProofEntry
    if (!found || !numbers.every(Number.isSafeInteger)) return explain(text)
    entries.push(entry)
    at += found.length
    end = separator
    if (entries.length % entriesPerStep === 0) await pause()
  }
  const rest = `{${text.slice(at + 1)}`
  const value = parse(rest)
  if (text[at] !== "," || !isRest(value) || !isCanonical(value, rest)) return explain(text)
  const digestLength = `"digest":"${digest}",`.length
  const proof: Proof = { ...value, domain: domain as Proof["domain"], entries, digest }
  return { proof, digested: concat(file.subarray(0, 1), file.subarray(1 + digestLength)) }
}
