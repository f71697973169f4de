/**
 * A till: records uses of a campaign, one line of JSON each on its input, and writes what became of each
 * (docs/connect-a-program.md):
 * CONSOLE_URL=https://console.example CONSOLE_TOKEN=cck_… CAMPAIGN=3f0d1f6e-… node record-uses.mjs < uses.jsonl
 */
import { createInterface } from "node:readline"
import { call } from "./call.mjs"

/** Records up to 1,000 uses: a use with the same reference is recorded once, however often the call is repeated. */
const send = async uses => {
  const path = `/campaign/${process.env.CAMPAIGN}/uses`
  for (const { index, id, known, errors } of await call(path, { method: "POST", body: JSON.stringify({ uses }) })) {
    const outcome = errors?.length
      ? { refused: errors.map(({ message }) => message).join(" ") }
      : { use: id, known: known === true }
    process.stdout.write(`${JSON.stringify({ reference: uses[index].reference, ...outcome })}\n`)
  }
}

const batch = []
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) batch.push(JSON.parse(line))
  if (batch.length === 1000) await send(batch.splice(0))
}
if (batch.length) await send(batch)
