import { saltOf } from "../../../src/contract/draw-proof/entries"
import { hashLock } from "../../../src/contract/draw-proof/lock"
import { drawOrder } from "../../../src/contract/draw-proof/order"
import type { Lock, Method } from "../../../src/contract/draw-proof/proof"
import { hashEntry } from "../../../src/contract/draw-proof/register"
import { keyOf } from "../../../src/contract/draw-proof/round"
import { createStream } from "../../../src/contract/draw-proof/stream"
import { canonicalJson } from "../../../src/core/hashing/canonical-json"
import { bytesOf, concat, hex, hmac, sha256, u64 } from "../../../src/core/hashing/hashing"
import { bytesFrom, hashing, holdDraw, methods, participantsOf, pause, vectorOf } from "./kit"

/** The section "Test vectors" of docs/draw-proof.md, made by the code. */

const table = (head: readonly string[], rows: readonly (readonly unknown[])[]) =>
  [head, head.map(() => "---"), ...rows].map(cells => `| ${cells.join(" | ")} |`).join("\n")

const code = (value: unknown) => `\`${value}\``

const people = async () =>
  table(
    ["`employeeId`", "salt"],
    await Promise.all(
      participantsOf("random").map(async ({ employeeId }) => [
        employeeId,
        code(hex(await saltOf(hashing, bytesFrom(0), employeeId))),
      ]),
    ),
  )

const section = async (method: Method, title: string, keepsIneligible: boolean) => {
  const { proof, file, employeeIds } = await vectorOf(method, keepsIneligible)
  const { entries, rounds } = proof
  const [commitment, weight, time] = entries[0] ?? ["", 0, 0]
  const leaf = await sha256(hashing, concat(0, bytesOf(commitment), u64(weight), u64(time)))
  const values: [string, string][] = [
    ["`employeeId` by position", employeeIds.map(code).join(", ")],
    ["leaf of position 0", code(hex(leaf))],
    ["`root`", code(rounds[0]?.lock.root)],
    ["`rulesHash`", code(rounds[0]?.lock.rulesHash)],
  ]
  for (const [index, { lock, seed, publicValue }] of rounds.entries()) {
    const key = await keyOf(hashing, lock, seed ?? "", publicValue ?? "")
    const order: number[] = []
    for await (const position of drawOrder(method, entries, createStream(hashing, key, pause), lock.ineligible))
      order.push(position)
    values.push(
      [`round ${index}: \`lockHash\``, code(await hashLock(hashing, lock))],
      [`round ${index}: key`, code(hex(key))],
      [`round ${index}: block 0 of the stream`, code(hex(await hmac(hashing, key, u64(0))))],
      [`round ${index}: order`, order.join(", ")],
    )
  }
  const content = new TextDecoder().decode(file)
  return `### ${title}\n\n${table(["Value", ""], values)}\n\nThe file, ${file.length} bytes:\n\n\`\`\`json\n${content}\n\`\`\`\n`
}

/** One draw that is locked, drawn, voided and locked again, of which another one is a copy by the rules. */
const registerSection = async () => {
  const { register, proof } = await holdDraw({
    isRegistered: true,
    copyOf: "40",
    steps: [{}, { reason: "entries", isDrawn: false }],
  })
  const hashes = await Promise.all(register.entries.map(entry => hashEntry(hashing, entry)))
  const rows = [
    ...register.entries.map(({ number, event }, at) => [`entry ${number}, \`${event}\`: hash`, code(hashes[at])]),
    ["round 1: `register` of the lock", code(canonicalJson(proof.rounds[1]?.lock.register ?? null))],
    ["round 1: `lockHash`", code(await hashLock(hashing, proof.rounds[1]?.lock as Lock))],
  ]
  return `### Register\n\nDraw \`41\`, a copy of draw \`40\`, is locked at 9:00, drawn at 10:05, voided and locked again at 11:00.\n\n${table(["Value", ""], rows)}\n\n\`\`\`json\n${canonicalJson(register)}\n\`\`\`\n`
}

export const vectors = async (): Promise<string> => {
  const sections = await Promise.all([
    ...methods.map(method => section(method, `Method ${method}`, true)),
    section("random", "Ineligible entries left out", false),
    registerSection(),
  ])
  return `## Test vectors

Five people take part in draw \`41\`; \`saltKey\` is the bytes \`00\` to \`1f\`. Round 0 is drawn with the seed \`40\` to \`5f\` and has four replacements; it is voided, and round 1 is drawn with the seed \`41\` to \`60\`. The last of these examples leaves the ineligible entry of round 0 out of round 1. None of them has a place in a register, as locks from before there were registers.

${await people()}

${sections.join("\n")}`
}
