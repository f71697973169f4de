import { canonicalJson } from "../../core/hashing/canonical-json"
import { type Hashing, hex, type Pause, sha256, utf8 } from "../../core/hashing/hashing"
import { format, type Proof, version } from "./proof"

/** Writing the proof file (docs/draw-proof.md#file): canonical JSON, of which the entries are most. */

const entriesPerStep = 2048

/** Returns the file and its digest. */
export const writeProof = async (
  hashing: Hashing,
  { domain, entries, rounds, rules }: Pick<Proof, "domain" | "entries" | "rounds" | "rules">,
  pause: Pause,
): Promise<{ text: string; digest: string }> => {
  const parts: string[] = []
  for (let from = 0; from < entries.length; from += entriesPerStep) {
    const step = entries.slice(from, from + entriesPerStep)
    parts.push(step.map(([commitment, ...numbers]) => `["${commitment}",${numbers.join()}]`).join())
    await pause()
  }
  const rest = canonicalJson({ format, rounds, rules, version }).slice(1)
  const members = `"domain":"${domain}","entries":[${parts.join()}],${rest}`
  const digest = hex(await sha256(hashing, utf8(`{${members}`)))
  return { text: `{"digest":"${digest}",${members}`, digest }
}
