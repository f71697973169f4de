/**
 * Writes the campaigns that a person is offered now as one line of JSON each, with what is left of them (docs/connect-a-program.md):
 * CONSOLE_URL=https://console.example CONSOLE_TOKEN=cck_… EMPLOYEE=3f0d1f6e-… node offers-of-a-person.mjs
 */
import { call } from "./call.mjs"

/** The list can move while it is read: an id that was written is skipped. */
const written = new Set()
for (let page = 0, isLast = false; !isLast; page++) {
  const { offers } = await call(`/user/${process.env.EMPLOYEE}/offers?page=${page}&pageSize=100`)
  for (const { id, title, brandName, endDate, usable, usesLeft } of offers.filter(offer => !written.has(offer.id))) {
    process.stdout.write(`${JSON.stringify({ id, title, brandName, endDate, usable, usesLeft })}\n`)
    written.add(id)
  }
  isLast = offers.length < 100
}
