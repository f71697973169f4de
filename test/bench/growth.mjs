/**
 * `npm run bench -w server -- --growth postgres://…`: on a database that `db:grow` has filled, calls one after the other of the platform and
 * of a company: milliseconds (p50 / p99 of 20), and bytes; then the invitations of a
 * company's people to a survey, and the memory of the process.
 */
import { readFileSync } from "node:fs"

const day = 86_400_000
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Lists by the path of their module. */
const lists = ["campaign", "draw", "announcement", "survey", "brand", "payment", "gift", "user", "feedback", "tenant"]
const callsOf = today => {
  const [from, to] = [new Date(today - 20 * day), new Date(today + 22 * day)].map(date => date.toISOString().slice(0, 10))
  return [
    ...lists.map(name => [`${name}s, first page`, `/${name}/list`]),
    ["campaigns, two filters", "/campaign/list?status=1&rewardType=0"],
    ["people, two filters", "/user/list?status=1&role=User"],
    ["campaigns by a word", "/campaign/list?keyword=indirim"],
    ["people by a name", "/user/list?keyword=yilmaz"],
    ["dashboard, figures", "/api/dashboard/stats"],
    ["dashboard, what needs attention (bell)", "/api/dashboard/attention"],
    ["people by day (user metrics)", "/api/dashboard/user-metrics"],
    ["audit log", "/audit/list"],
    ["audit log by a word", "/audit/list?keyword=indirim"],
    ["audit log of a year", `/audit/list?from=${new Date(today - 365 * day).toISOString().slice(0, 10)}`],
    ["calendar, six weeks", `/calendar/list?from=${from}&to=${to}`],
    ["names of companies", "/tenant/get-all"],
    ["names of companies, a word", "/tenant/get-all?keyword=yil"],
    ["departments", "/department/list"],
    ["own departments with uses", "/department/usage"],
  ]
}

const measureCalls = async ({ url, signIn, accounts, rounds }) => {
  const table = {}
  for (const [who, email] of Object.entries(accounts)) {
    const headers = await signIn(url, email)
    for (const [name, path] of callsOf(Date.now())) {
      const times = []
      let bytes = 0
      let status = 0
      const once = async () => {
        const start = performance.now()
        const answer = await fetch(url + path, { headers })
        bytes = (await answer.arrayBuffer()).byteLength
        times.push(performance.now() - start)
        status = answer.status
      }
      // A slow one is measured for 6 s.
      for (const end = performance.now() + 6_000; times.length < rounds && performance.now() < end; ) await once()
      times.sort((a, b) => a - b)
      const figures = status === 200 ? `${at(times, 0.5).toFixed(0)} / ${at(times, 0.99).toFixed(0)}` : `status ${status}`
      table[name] = { ...table[name], [`${who}, ms`]: figures, [`${who}, KB`]: Math.round(bytes / 1_000) }
    }
  }
  return table
}

const memoryOf = pid => Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000)

/** Invites the people of the company to a survey: at most so many batches. */
const maxBatches = 60

const invite = async ({ url, signIn, accounts }) => {
  const headers = { ...(await signIn(url, accounts.company)), "Content-Type": "application/json" }
  const send = async (path, body) => {
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${answer.status} ${path} ${await answer.text()}`)
    return (await answer.json()).value
  }
  const dates = { startDate: new Date(Date.now() - day), endDate: new Date(Date.now() + 30 * day) }
  const questions = [{ text: "Memnun musunuz?", type: "yes_no", options: [] }]
  const { id } = await send("/survey/create", {
    title: `Ölçüm ${Date.now()}`,
    description: "",
    type: 0,
    status: 1,
    questions,
    ...dates,
  })
  const times = []
  let invited = 0
  for (let after, left = 1; left > 0 && times.length < maxBatches; ) {
    const start = performance.now()
    const batch = await send(`/survey/${id}/invitations`, { ...(after && { after }) })
    times.push(performance.now() - start)
    invited += batch.invited
    after = batch.next
    left = batch.invited && batch.remaining
  }
  const [first, last] = [times.slice(0, 20), times.slice(-21, -1)].map(some =>
    Math.round(
      at(
        some.sort((a, b) => a - b),
        0.5,
      ),
    ),
  )
  return { invited, calls: times.length, "ms of one of the first 20": first, "of the last 20": last }
}

export const measureGrowth = async ({ url, pid, signIn, accounts, rounds = 20 }) => {
  console.table(await measureCalls({ url, signIn, accounts, rounds }))
  console.table([await invite({ url, signIn, accounts })])
  console.log(`Memory of the process, at most: ${memoryOf(pid)} MB`)
}
