/**
 * Writes every employee in reach, or who was changed since an instant, as one line of JSON (docs/connect-a-program.md):
 * CONSOLE_URL=https://console.example CONSOLE_TOKEN=cck_… [SINCE=2026-03-10T09:00:00Z] node read-employees.mjs > employees.jsonl
 */
import { call } from "./call.mjs"

/** The list can move while it is read: an id that was written is skipped. */
const written = new Set()
for (let page = 0, isLast = false; !isLast; page++) {
  const { users } = await call(`/user/list?page=${page}&pageSize=100&updatedSince=${encodeURIComponent(process.env.SINCE ?? "")}`)
  for (const { id, firstName, lastName, email, departmentName } of users.filter(user => !written.has(user.id))) {
    process.stdout.write(`${JSON.stringify({ id, firstName, lastName, email, departmentName })}\n`)
    written.add(id)
  }
  isLast = users.length < 100
}
