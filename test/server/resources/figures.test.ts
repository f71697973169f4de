import { beforeAll, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { grow } from "../../../server/src/seed/large/grow"
import { kinds, responseHours, statuses } from "../../../src/contract/feedback"
import { periodBefore, type Report } from "../../../src/contract/reports"
import { startApi, type Who } from "../record-kit"

/** Every figure beside plain SQL over the rows that it counts (docs/figures.md), on years of grown data. */
const { signed, get, send, tenant } = startApi()
const zone = "Europe/Istanbul"
let reach = {} as Record<Who, string[]>
let year = { from: "", to: "" }
const month = { from: "2026-02-15", to: "2026-03-14" }

beforeAll(async () => {
  const { api } = signed
  await api.db.execute("update tenants set modules = '{\"reports\": true}'")
  await grow(
    api.db,
    {
      companies: 6,
      employees: 300,
      partners: 10,
      payments: 0,
      gifts: 20,
      campaigns: 150,
      draws: 60,
      announcements: 60,
      surveys: 20,
      answers: 1_500,
      feedback: 120,
      history: 0,
    },
    () => {},
  )
  // What is rare in grown data: draws that are drawn long after their end, void uses, uses without rows, corrections, winners who dropped out or of a voided round, open validities.
  const statements = [
    "set local session_replication_role = replica",
    "update campaign_counters set opening = 7, uses = uses + 7, people = people + 7",
    `insert into gift_uses (gift_id, amount, before, after, note, author, created_at)
      select id, -1, used, used - 1, 'x', 'x', timestamptz '2026-03-01' from gifts where used > 5`,
    `insert into draw_winners select (jsonb_populate_record(w, '{"round": 9}')).* from draw_winners w where not reserve`,
    "update draw_winners set state = 'declined' where place = 1 and round <> 9 and not reserve",
    "update gifts set used = used - 1 where used > 5",
    "update draws set draw_date = '2026-03-01T12:00:00Z' where id in (select id from draws where end_date < '2026-02-01' order by id limit 3)",
    "update gifts set status = 1, validity_start = null, validity_end = null, max_usage = null where id in (select id from gifts order by id limit 3)",
  ]
  await api.db.transaction(async tx => {
    for (const statement of statements) await tx.execute(statement)
  })
  const used = await rowsOf<{ id: string }>(
    api.db,
    "select campaign_id as id from campaign_uses where number = 2 and voided_at is null order by campaign_id limit 15",
  )
  for (const { id } of used) await send("DELETE", `/campaign/${id}/uses/2`, "admin", { reason: "İade" })
  const ids = async (id: string) =>
    (await rowsOf<{ id: string }>(api.db, `select id from tenants where id = '${id}' or parent_id = '${id}'`)).map(row => row.id)
  reach = { admin: [], user: [], elif: await ids(tenant.own), mert: await ids(tenant.theirs) }
  const [row] = await rowsOf<{ from: string; to: string }>(
    api.db,
    `select ((now() at time zone '${zone}')::date - 364)::text as from, (now() at time zone '${zone}')::date::text as to`,
  )
  if (row) year = row
})

type Given = { who: Who; from: string; to: string }

const own = ({ who }: Pick<Given, "who">, column: string) =>
  who === "admin" ? "true" : `${column} in (${reach[who].map(id => `'${id}'`)})`
/** Rows that the lists show: own ones, and what others offer once it is no draft. */
const seen = ({ who }: Pick<Given, "who">, isDraft = "r.intent = 'draft'") => {
  const mine = own({ who }, "r.tenant_id")
  const companies = `array[${reach[who].map(id => `'${id}'`)}]::uuid[]`
  const isOffered = `(r.tenant_id is null and cardinality(r.tenant_ids) = 0 or r.tenant_ids && ${companies})`
  return `r.deleted_at is null and (${mine} or (not (${isDraft}) and ${isOffered}))`
}
const mine = (given: Pick<Given, "who">) => `r.deleted_at is null and ${own(given, "r.tenant_id")}`
const dayOf = (column: string) => `(${column} at time zone '${zone}')::date`
const on = (day: string, { from, to }: Given) => `${day} between '${from}' and '${to}'`
/** Rows whose own period has a day of the given one. */
const lasts = (start: string, end: string, { from, to }: Given) =>
  `coalesce(${dayOf(start)}, '-infinity') <= '${to}' and coalesce(${dayOf(end)} >= '${from}', true)`

/** A figure of a period: the report that has it, its name, what its value is by the rows. */
const ofPeriod: [module: string, name: string, sql: (given: Given) => string][] = [
  ["campaigns", "total", g => `select count(*) from campaigns r where ${seen(g)} and ${lasts("start_date", "end_date", g)}`],
  [
    "campaigns",
    "uses",
    g => `select count(*) from campaign_uses u join campaigns r on r.id = u.campaign_id
      where ${seen(g)} and u.voided_at is null and ${own(g, "u.tenant_id")} and ${on(dayOf("u.at"), g)}`,
  ],
  ["draws", "total", g => `select count(*) from draws r where ${mine(g)} and ${lasts("start_date", "end_date", g)}`],
  [
    "draws",
    "entries",
    g =>
      `select count(*) from draw_entries e join draws r on r.id = e.draw_id where ${mine(g)} and ${on(dayOf("entered_at"), g)}`,
  ],
  [
    "draws",
    "winners",
    g => `select coalesce(sum((select count(*) from draw_winners w where w.draw_id = r.id and w.round = coalesce(r.round, 0)
        and not w.reserve and w.state in ('drawn', 'notified', 'delivered'))), 0)
      from draws r where ${mine(g)} and r.intent = 'drawn' and ${on(
        dayOf("coalesce((select drawn_at from draw_rounds d where d.draw_id = r.id and d.round = r.round), r.draw_date)"),
        g,
      )}`,
  ],
  [
    "announcements",
    "total",
    g => `select count(*) from announcements r where ${seen(g)} and ${lasts("start_date", "end_date", g)}`,
  ],
  ["surveys", "total", g => `select count(*) from surveys r where ${seen(g)} and ${lasts("start_date", "end_date", g)}`],
  [
    "surveys",
    "responses",
    g =>
      `select count(*) from survey_answers a join surveys r on r.id = a.survey_id where ${mine(g)} and ${on("a.entered_on", g)}`,
  ],
  [
    "gifts",
    "total",
    g => `select count(*) from gifts r where ${seen(g, "false")} and ${lasts("validity_start", "validity_end", g)}`,
  ],
  [
    "gifts",
    "uses",
    g => `select coalesce(sum(u.amount), 0) from gift_uses u join gifts r on r.id = u.gift_id
      where ${seen(g, "false")} and ${on(dayOf("u.created_at"), g)}`,
  ],
  ["employees", "total", g => `select count(*) from users r where ${mine(g)} and ${on("hired_at", g)}`],
  ["feedback", "total", g => `select count(*) from feedbacks r where ${mine(g)} and ${on(dayOf("created_at"), g)}`],
  [
    "feedback",
    "resolutionRate",
    g =>
      `select round(avg(case when status = ${statuses.value("resolved")} then 100 else 0 end)) from feedbacks r where ${mine(g)} and ${on(dayOf("created_at"), g)}`,
  ],
  [
    "feedback",
    "firstResponseMinutes",
    g => `select round(avg(extract(epoch from first_response_at - created_at) / 60)) from feedbacks r
      where ${mine(g)} and ${on(dayOf("created_at"), g)}`,
  ],
]

type Asker = Pick<Given, "who">
const now = () => `'${new Date(signed.api.now()).toISOString()}'::timestamptz`
/** The company whose page is read. */
const companyOf = ({ who }: Asker) => (who === "mert" ? tenant.theirs : tenant.own)
const ofCompany = (asker: Asker) => `r.deleted_at is null and r.tenant_id = '${companyOf(asker)}'`
const isLive = (live: string) => `r.intent = '${live}' and r.start_date <= ${now()} and r.end_date > ${now()}`

/** Figures of a company's page: the part of the answer, its table, what is active there. */
const ofCompanies: [part: "campaigns" | "draws" | "surveys" | "employees", table: string, isActive: () => string][] = [
  ["campaigns", "campaigns", () => isLive("live")],
  ["draws", "draws", () => `r.intent = 'live' and r.end_date > ${now()}`],
  ["surveys", "surveys", () => isLive("active")],
  ["employees", "users", () => "r.status = 1"],
]

const statusOf = (name: (typeof statuses.names)[number]) => `r.status = ${statuses.value(name)}`
/** Figures of the strip above the feedback: its member, and which rows it counts. */
const ofStrip: [member: string, rows: () => string][] = [
  ["total", () => "true"],
  ["new", () => statusOf("new")],
  ["inProgress", () => statusOf("inProgress")],
  ["resolved", () => statusOf("resolved")],
  ["complaints", () => `r.type = ${kinds.value("complaint")}`],
  ["suggestions", () => `r.type = ${kinds.value("suggestion")}`],
  [
    "overdue",
    () => `not (${statusOf("resolved")} or ${statusOf("rejected")}) and r.first_response_at is null
      and r.created_at + (array[${responseHours}])[r.priority + 1] * interval '1 hour' < ${now()}`,
  ],
]

/** What a row of an export has of its record: the list, the member, and its value by the rows. */
const ofExports: [list: string, member: string, sql: string][] = [
  [
    "campaign",
    "participantCount",
    `select r.id, coalesce(c.opening, 0) + (select count(distinct person_id) from campaign_uses where campaign_id = r.id and voided_at is null) as value
      from campaigns r left join campaign_counters c on c.campaign_id = r.id`,
  ],
  [
    "survey",
    "responseCount",
    "select r.id, (select count(*) from survey_answers where survey_id = r.id) as value from surveys r",
  ],
  ["gift", "used", "select r.id, (select coalesce(sum(amount), 0) from gift_uses where gift_id = r.id) as value from gifts r"],
]

/** A figure as of now: where it is answered, and what it is by the rows. */
const ofNow: [
  name: string,
  path: string | ((asker: Asker) => string),
  find: (value: never) => number,
  sql: (given: Given) => string,
][] = [
  ...ofCompanies.flatMap(([part, table, isActive]) =>
    (["total", "active"] as const).map((figure): (typeof ofNow)[number] => [
      `${figure} ${part} of a company's page`,
      asker => `/tenant/${companyOf(asker)}/stats`,
      (value: Record<typeof part, Record<typeof figure, number>>) => value[part][figure],
      asker => `select count(*) from ${table} r where ${ofCompany(asker)} and ${figure === "total" ? "true" : isActive()}`,
    ]),
  ),
  ...ofStrip.map(([member, rows]): (typeof ofNow)[number] => [
    `${member} of the feedback's strip`,
    "/feedback/stats",
    (value: Record<string, number>) => value[member] as number,
    given => `select count(*) from feedbacks r where ${mine(given)} and ${rows()}`,
  ]),
  ...(
    [
      ["the dashboard", "/api/dashboard/stats", (value: { employees: { total: number } }) => value.employees.total],
      ["people by role", "/api/dashboard/user-metrics", (value: { total: number }) => value.total],
      ["companies and people", "/api/dashboard", (value: { users: { total: number } }) => value.users.total],
      ["the list", "/user/list?pageSize=1", (value: { totalCount: number }) => value.totalCount],
      ["the report", "/report/employees?from=2026-02-01&to=2026-02-28", (value: Report) => figureOf(value, "people").value],
    ] as [string, string, (value: never) => number][]
  ).map(([name, path, find]): (typeof ofNow)[number] => [
    `people of ${name}`,
    path,
    find,
    given => `select count(*) from users r where ${mine(given)}`,
  ]),
  ...(
    [
      ["the dashboard", "/api/dashboard/stats", (value: { gifts: { active: number } }) => value.gifts.active],
      ["the list", "/gift/list?pageSize=1&usable=true", (value: { totalCount: number }) => value.totalCount],
    ] as [string, string, (value: never) => number][]
  ).map(([name, path, find]): (typeof ofNow)[number] => [
    `usable gift cards of ${name}`,
    path,
    find,
    given => `select count(*) from gifts r where ${seen(given, "false")} and status = 1
      and tstzrange(validity_start, validity_end) @> '${new Date(signed.api.now()).toISOString()}'::timestamptz
      and coalesce(max_usage > (select coalesce(sum(amount), 0) from gift_uses where gift_id = r.id), true)`,
  ]),
]

const figureOf = ({ total, previousTotal, figures }: Report, name: string) =>
  [{ name: "total", value: total, previous: previousTotal }, ...figures].find(figure => figure.name === name) as {
    value: number
    previous: number | null
  }

const numberOf = async (query: string) => {
  const [row] = await rowsOf<{ found: string | null }>(signed.api.db, `select (${query})::text as found`)
  return row?.found == null ? null : Number(row.found)
}

describe("a figure of a period", () => {
  it.each(ofPeriod)("of %s, %s, counts what happened in it and in the one before", async (module, name, sql) => {
    for (const who of ["admin", "elif", "mert"] as const)
      for (const { from, to } of [year, month]) {
        const { value } = await get(`/report/${module}?from=${from}&to=${to}`, who)
        const { value: found, previous } = figureOf(value, name)
        const expected = [await numberOf(sql({ who, from, to })), await numberOf(sql({ who, ...periodBefore(from, to) }))]
        expect([who, from, found, previous]).toEqual([who, from, ...expected])
        if (who === "admin" && from === year.from) expect(found).toBeGreaterThan(0)
      }
  })
})

it("the entries of the calendar are the records that last on a day of it, and draws on their draw date", async () => {
  for (const who of ["admin", "elif", "mert"] as const) {
    const given = { who, ...month }
    const isOn = lasts("start_date", "end_date", given)
    const expected = await numberOf(`select sum(found) from (
      select count(*) as found from campaigns r where ${seen(given)} and ${isOn}
      union all select count(*) from draws r where ${mine(given)} and (${isOn} or ${on(dayOf("draw_date"), given)})
      union all select count(*) from announcements r where ${seen(given)} and ${isOn}
      union all select count(*) from surveys r where ${seen(given)} and ${isOn}) kinds`)
    const { value } = await get(`/calendar/list?from=${month.from}&to=${month.to}`, who)
    expect([who, value.total]).toEqual([who, expected])
  }
})

describe("a row of an export", () => {
  it.each(ofExports)("of %s has %s as its record's rows have it", async (list, member, query) => {
    const expected = new Map(
      (await rowsOf<{ id: string; value: string }>(signed.api.db, query)).map(row => [row.id, Number(row.value)]),
    )
    const found: [string, number][] = []
    for (let page = 0, isLast = false; !isLast; page++) {
      const rows: Record<string, never>[] = (await get(`/${list}/list?pageSize=100&page=${page}`, "admin")).value[`${list}s`]
      found.push(...rows.map((row): [string, number] => [row.id as never, row[member] as never]))
      isLast = rows.length < 100
    }
    expect(found.reduce((sum, [, value]) => sum + value, 0)).toBeGreaterThan(0)
    expect(found).toEqual(found.map(([id]) => [id, expected.get(id)]))
  })
})

describe("a figure as of now", () => {
  it.each(ofNow)("%s counts the same rows", async (_, path, find, sql) => {
    for (const who of ["admin", "elif", "mert"] as const) {
      const expected = await numberOf(sql({ who, from: "", to: "" }))
      expect(expected).toBeGreaterThan(0)
      const { value } = await get(typeof path === "string" ? path : path({ who }), who)
      expect([who, find(value as never)]).toEqual([who, expected])
    }
  })

  it("is compared with nothing", async () => {
    const { value } = await get("/report/employees?from=2026-02-01&to=2026-02-28")
    expect(figureOf(value, "people").previous).toBeNull()
  })
})
