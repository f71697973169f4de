import type { Random } from "../../server/src/seed/random"
import { files, hostile, texts, wholeBodies } from "./fuzz-values"

/** Requests for every route, drawn from a seeded generator: half of the bodies are good ones, bent. */
export type Good = Record<string, unknown>
export type Harvest = { ids: string[]; bodies: Map<string, Good[]> }
export type Fuzzed = { method: string; path: string; headers: [string, string][]; body: Uint8Array | undefined }

/** The first word of a path names what it is about. */
export const topicOf = (path: string) => path.replace(/^\/backend\/(api\/)?/, "").split("/")[0] ?? ""

const isObject = (value: unknown): value is Good => typeof value === "object" && value !== null && !Array.isArray(value)

/** Every place in a value that can be bent: what holds it, and its name there. */
const places = (value: unknown): [Record<string, unknown>, string][] =>
  typeof value === "object" && value !== null
    ? Object.keys(value).flatMap(name => [
        [value as Record<string, unknown>, name] as [Record<string, unknown>, string],
        ...places((value as Record<string, unknown>)[name]),
      ])
    : []

/** An own member even when it is called __proto__. */
const put = (holder: object, name: string, value: unknown) =>
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })

/** A hostile object may have a `toString` that is none. */
const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value))

const bend = (random: Random, body: Good, { ids, bodies }: Harvest) => {
  const place = random.pick(places(body))
  const other = () => random.pick(Object.values(random.pick([...bodies.values()].flat()) ?? { x: 1 }))
  if (!place || random.chance(0.1)) return put(body, random.pick(texts) || "x", hostile(random))
  const [holder, name] = place
  const before = holder[name]
  switch (random.whole(0, 8)) {
    case 0:
      return delete holder[name]
    case 1:
      return put(holder, name, [before])
    case 2:
      return put(holder, name, random.pick(ids))
    case 3:
      return put(holder, name, other())
    case 4:
      return put(holder, name, typeof before === "string" ? before + random.pick(texts) : hostile(random))
    case 5:
      return put(holder, name, typeof before === "number" ? -before : textOf(before))
    case 6:
      return put(holder, name, Array.isArray(before) ? [...before, ...before, ...before] : hostile(random))
    default:
      return put(holder, name, hostile(random))
  }
}

const spoilt = (random: Random, bytes: Uint8Array) => {
  const copy = Uint8Array.from(bytes)
  if (random.chance(0.5)) return copy.subarray(0, random.whole(0, copy.length))
  for (let at = random.whole(1, 4); at > 0 && copy.length; at--) copy[random.whole(0, copy.length - 1)] = random.whole(0, 255)
  return copy
}

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? "")

/** Ids that a body carries, under the names that the calls give them. */
const idNames = ["id", "campaignId", "announcementId", "feedbackId", "tenantId", "userId", "assignedTo"]

const jsonBody = (random: Random, path: string, harvest: Harvest): Uint8Array => {
  if (random.chance(0.25)) return random.pick(wholeBodies)()
  if (random.chance(0.25)) {
    const value: Good = {}
    const known = random.pick([...harvest.bodies.values()].flat()) ?? {}
    for (const name of Object.keys(known)) if (random.chance(0.7)) put(value, name, hostile(random))
    return json(value)
  }
  const mine = harvest.bodies.get(topicOf(path)) ?? [...harvest.bodies.values()].flat()
  const body = structuredClone(random.pick(mine) ?? {})
  const { id } = body
  for (const name of idNames)
    if (!(name in body) || random.chance(0.1))
      put(body, name, typeof id === "string" && random.chance(0.8) ? id : random.pick(harvest.ids))
  if (random.chance(0.5)) Object.assign(body, { status: random.whole(0, 5), version: undefined })
  for (let times = random.pick([0, 0, 1, 1, 2, 3]); times > 0; times--) bend(random, body, harvest)
  const bytes = json(body)
  return random.chance(0.08) ? spoilt(random, bytes) : bytes
}

const form = (random: Random) => {
  const boundary = random.pick(["x", "----WebKitFormBoundaryA", "'", "a b", "=", "é", "b".repeat(80)])
  const named = random.pick(["file", "file", "file", "File", "", "__proto__", 'a"b', "file[]"])
  const fileName = random.pick(["a.png", "../../etc/passwd", "a.php", "a\0.png", "", "ş😀.svg", "x".repeat(5000), 'a"; x="b'])
  const typed = random.pick(["image/png", "text/html", "image/svg+xml", "", "multipart/mixed; boundary=x", "a\0/b"])
  const order = random.pick(["1", "1", "1", "0", "-1", "99999", "x", "", "1e3", "٣", "\0"])
  const parts = [
    `--${boundary}\r\nContent-Disposition: form-data; name="${named}"; filename="${fileName}"\r\nContent-Type: ${typed}\r\n\r\n`,
    random.pick(files)(),
    `\r\n--${boundary}\r\nContent-Disposition: form-data; name="orderNo"\r\n\r\n${order}\r\n`,
    random.chance(0.9) ? `--${boundary}--\r\n` : "",
  ]
  const bytes = Buffer.concat(parts.map(part => Buffer.from(part as Uint8Array)))
  const type = `multipart/form-data; boundary=${random.chance(0.9) ? boundary.replace("é", "e") : "other"}`
  return { type, body: random.chance(0.2) ? spoilt(random, bytes) : new Uint8Array(bytes) }
}

/** What a header can carry at all: bytes, without the line's end. */
const headerText = (text: string) =>
  [...Buffer.from(text.slice(0, 8000), "utf8").toString("latin1")]
    .filter(sign => !"\0\r\n".includes(sign))
    .join("")
    .trim()

const encodings: ((text: string) => string)[] = [
  text => encodeURIComponent(text.toWellFormed()),
  text => encodeURIComponent(encodeURIComponent(text.toWellFormed())),
  text => text.toWellFormed().replace(/[^\w.-]/gu, "_"),
]
const rawSegments = [
  "%00",
  "%ff",
  "%E0%A4%A",
  "%",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e%2f",
  "..;",
  ".",
  "%c0%af",
  ";a=b",
  "*",
  "%0d%0aX:1",
]

const pathOf = (random: Random, pattern: string, { ids }: Harvest) =>
  pattern.replaceAll(/:\w+/g, () =>
    random.chance(0.6)
      ? random.pick(ids)
      : random.chance(0.3)
        ? random.pick(rawSegments)
        : random.pick(encodings)(random.pick(texts)).slice(0, 6000) || "x",
  )

const parameters = [
  ...["page", "pageSize", "keyword", "sortBy", "sortOrder", "status", "tenantId", "categoryId", "brandId", "type", "priority"],
  ...["from", "to", "startDate", "endDate", "assignedTo", "departmentId", "industry", "companySize", "email", "code", "role"],
  ...["__proto__", "constructor", "page[]", "", "module", "entity", "actor", "eligibility", "method", "category", "city", "days"],
]
const sortKeys = ["title", "name", "createdDate", "status", "toString", "__proto__", "constructor", "id; --", "cardName"]

const queryOf = (random: Random, { ids }: Harvest, words: string[]) => {
  if (random.chance(0.35)) return ""
  if (random.chance(0.05))
    return `?${random.pick(["%", "&&&=", "a=%ff%fe", "=".repeat(300), "page=%", `keyword=${"a".repeat(9000)}`])}`
  const parts = Array.from({ length: random.whole(1, 5) }, () => {
    const name = random.pick(parameters)
    const value = random.pick([
      () => random.pick(texts),
      () => random.pick(texts),
      () => random.pick(ids),
      () => random.pick(words),
      () => random.pick(sortKeys),
      () => String(random.pick([0, 1, 2, 3, -1, 100, 1e9, "1e9", "00", "+1", " 1", "999999999"])),
    ])()
    return `${encodeURIComponent(name)}=${random.chance(0.04) ? random.pick(rawSegments) : encodeURIComponent(value.toWellFormed())}`
  })
  return `?${parts.join("&")}`
}

const token64 = (value: string) => Buffer.from(value).toString("base64url")
const claims = [
  '{"nameidentifier":"a\\u0000b"}',
  '{"nameidentifier":"\\ud800"}',
  '{"nameidentifier":null}',
  '{"nameidentifier":{"x":1}}',
  `{"nameidentifier":"${"ş".repeat(500)}"}`,
  '{"role":"Administrator","sid":"x","rid":"y","exp":99999999999}',
  "null",
  "[",
]
const forged = (random: Random) =>
  random.pick([
    () => `Bearer ${token64('{"alg":"none"}')}.${token64(random.pick(claims))}.`,
    () => `Bearer ${token64('{"alg":"HS256"}')}.${token64(random.pick(claims))}.${token64("x")}`,
    () => `Bearer ${random.pick(texts)}`,
    () => `Basic ${token64("a:b")}`,
    () => "Bearer",
    () => "Bearer a.b.c",
    () => `Bearer ${"a.".repeat(2000)}`,
    () => random.pick(texts),
  ])()

const headerValues: [string, readonly string[]][] = [
  ["If-Match", ['"1"', '"2"', "1", "*", 'W/"1"', '""', '"1', '"9007199254740993"', "'--", '"-1"', ...texts]],
  ["Idempotency-Key", ["k1", "k2", "k3", "__proto__", "x".repeat(300), ...texts]],
  ["Accept-Language", ["en-GB", "tr", "de", "en;q=x,,;", "*".repeat(900), "en-".repeat(900), ...texts]],
  [
    "Content-Type",
    ["text/plain", "application/json; charset=utf-16", "application/x-www-form-urlencoded", "multipart/form-data", ...texts],
  ],
  ["X-Forwarded-For", ["1.2.3.4", "::1", "1.2.3.4, 5.6.7.8", ",,,", "127.0.0.1", ...texts]],
  ["X-Request-Id", ["abcdefgh", "a b", ...texts]],
  ["Content-Length", ["0", "-1", "99999999999", "x", "5"]],
  ["Origin", ["null", "https://evil.example", "http://", ...texts]],
  ["Sec-Fetch-Site", ["cross-site", "same-origin", "x"]],
  ["Accept-Encoding", ["gzip", "br", "identity;q=0", "x".repeat(500)]],
  ["User-Agent", texts],
  ["Cookie", texts],
]

const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
/** Long, and not to be packed: an index has limits that a repeated letter never meets. */
const noise = (random: Random) => Array.from({ length: 6000 }, () => random.pick([...letters])).join("")

export const fuzzed = (
  random: Random,
  [method, pattern]: [string, string],
  harvest: Harvest,
  options: { token: string | undefined; words: string[] },
): Fuzzed => {
  const headers = new Map<string, string>()
  if (options.token) headers.set("Authorization", `Bearer ${options.token}`)
  else if (random.chance(0.6)) headers.set("Authorization", headerText(forged(random)))
  const path = pathOf(random, pattern, harvest) + queryOf(random, harvest, options.words)
  const sent = random.chance(0.02) ? random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) : method
  const takesBody = sent !== "GET" && sent !== "HEAD"
  let body: Uint8Array | undefined
  if (takesBody && random.chance(method === "DELETE" ? 0.2 : 0.97)) {
    if (/\/(media|logo)$/.test(pattern) ? random.chance(0.85) : random.chance(0.02)) {
      const made = form(random)
      body = made.body
      headers.set("Content-Type", made.type)
    } else {
      body = jsonBody(random, pattern, harvest)
      headers.set("Content-Type", "application/json")
    }
  }
  for (const [name, values] of headerValues)
    if (random.chance(name === "X-Forwarded-For" ? 0.3 : 0.06)) headers.set(name, headerText(random.pick(values)))
  if (random.chance(0.01))
    headers.set(random.pick(["X-Forwarded-For", "Idempotency-Key", "If-Match", "User-Agent"]), noise(random))
  return { method: sent, path, headers: [...headers], body }
}

export const idsIn = (text: string): string[] => text.toLowerCase().match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []

/** What a list or a record holds: the bodies that can be bent, and every id. */
export const harvestOf = (answers: [path: string, value: unknown][]): Harvest => {
  const bodies = new Map<string, Good[]>()
  for (const [path, value] of answers) {
    const lists = isObject(value) ? Object.values(value).filter(Array.isArray) : Array.isArray(value) ? [value] : []
    const found = [...lists.flat(), value].filter(isObject).filter(row => typeof row.id === "string")
    const topic = topicOf(path)
    if (found.length) bodies.set(topic, [...(bodies.get(topic) ?? []), ...found].slice(-40))
  }
  const ids = [...new Set(idsIn(JSON.stringify(answers)))]
  return { ids, bodies }
}
