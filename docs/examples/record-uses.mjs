/**
 * A till: records uses of a campaign, one line of JSON each on its input, and writes what became of each
 * (docs/connect-a-program.md):
 * CONSOLE_URL=https://console.example CONSOLE_TOKEN=cck_… CAMPAIGN=3f0d1f6e-… node record-uses.mjs < uses.jsonl
 */
import { createInterface } from "node:readline"

const { CONSOLE_URL, CONSOLE_TOKEN, CAMPAIGN } = process.env
const headers = { Authorization: `Bearer ${CONSOLE_TOKEN}`, "Content-Type": "application/json", "Accept-Language": "en" }

/** Records up to 1,000 uses. Waits, and repeats the call, when the server is busy: the same reference is the same use. */
const record = async uses => {
  const answer = await fetch(`${CONSOLE_URL}/backend/campaign/${CAMPAIGN}/uses`, {
    method: "POST",
    headers,
    body: JSON.stringify({ uses }),
  }).catch(() => ({ status: 503, headers: new Headers() }))
  if (answer.status === 429 || answer.status === 503) {
    const seconds = Number(answer.headers.get("Retry-After") ?? 5)
    await new Promise(done => setTimeout(done, seconds * 1000))
    return record(uses)
  }
  const { value, isSuccess, errors } = await answer.json()
  if (!isSuccess) throw new Error(`${answer.status} ${errors[0]}`)
  return value
}

const send = async uses => {
  for (const { index, id, known, errors } of await record(uses)) {
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
