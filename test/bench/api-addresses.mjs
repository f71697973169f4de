/** Addresses of lists as people ask for them: any page, sort, filter and word that the console offers for what the account sees. */

/** @param share of the calls of lists, in hundredths; filters and words are members of the rows, dates the filter on a period */
const lists = [
  {
    path: "/campaign/list",
    share: 24,
    filters: ["status", "categoryId", "brandId"],
    words: "title",
    dates: ["startDate", "endDate"],
    sorts: ["endDate", "title", "startDate", "createdDate"],
  },
  {
    path: "/user/list",
    share: 24,
    filters: ["status", "departmentId"],
    words: "lastName",
    dates: ["hiredFrom", "hiredTo"],
    sorts: ["name", "email", "hiredAt", "createdDate", "departmentName"],
  },
  {
    path: "/feedback/list",
    share: 12,
    filters: ["status", "type", "priority", "category"],
    words: "subject",
    dates: ["createdFrom", "createdTo"],
    sorts: ["createdDate", "priority", "updatedDate", "dueDate"],
  },
  {
    path: "/survey/list",
    share: 9,
    filters: ["status", "type"],
    words: "title",
    dates: ["startDate", "endDate"],
    sorts: ["createdDate", "title", "endDate"],
  },
  {
    path: "/draw/list",
    share: 9,
    filters: ["status", "departmentId"],
    words: "title",
    dates: ["startDate", "endDate"],
    sorts: ["drawDate", "title", "startDate"],
  },
  {
    path: "/announcement/list",
    share: 6,
    filters: ["status", "type"],
    words: "title",
    dates: ["startDate", "endDate"],
    sorts: ["createdDate", "title", "startDate"],
  },
  {
    path: "/gift/list",
    share: 6,
    filters: ["status"],
    words: "cardName",
    dates: ["validFrom", "validTo"],
    sorts: ["createdDate", "cardName", "validityEnd"],
  },
  { path: "/brand/list", share: 6, filters: ["status", "categoryId"], words: "name", sorts: ["name", "createdDate", "location"] },
  { path: "/payment/list", share: 4, filters: ["status"], words: "name", sorts: ["name", "createdDate"] },
]

/** Whole numbers below a bound, the same ones in every run (mulberry32). */
export const createRandom = seed => {
  let state = seed
  return bound => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound)
  }
}

/**
 * Reads what an account sees in each list.
 * @param read makes a GET and returns the value of the answer. @returns lists with the values of their filters, words and pages
 */
export const readChoices = read =>
  Promise.all(
    lists.map(async list => {
      const { totalCount, ...value } = await read(`${list.path}?pageSize=100`)
      const rows = Object.values(value).find(Array.isArray)
      const distinct = member => [
        ...new Set(rows.map(row => row[member]).filter(found => found !== null && found !== undefined && found !== "")),
      ]
      return {
        ...list,
        ids: distinct("id"),
        pages: Math.ceil(totalCount / 8),
        values: [...list.filters, "tenantId"].map(name => [name, distinct(name)]).filter(([, values]) => values.length > 1),
        found: [
          ...new Set(
            distinct(list.words)
              .flatMap(text => text.split(/[^\p{L}]+/u))
              .filter(word => word.length > 2),
          ),
        ],
      }
    }),
  )

const dayMs = 86_400_000
const today = Date.now()

/** A period as people choose it: a week, a month or a quarter that begins within the last year. */
const periodOf = random => {
  const start = today - random(365) * dayMs
  return [start, start + [7, 30, 90][random(3)] * dayMs].map(at => new Date(at).toISOString().slice(0, 10))
}

/** An address of a list, for an account with these choices. */
export const listAddress = (choices, random) => {
  const one = among => among[random(among.length)]
  const { path, pages, values, found, sorts, dates } = one(choices.flatMap(list => Array(list.share).fill(list)))
  const query = new URLSearchParams({ pageSize: "8", sortBy: random(2) ? sorts[0] : one(sorts), sortOrder: one(["asc", "desc"]) })
  for (const [name, among] of values) if (random(values.length) === 0) query.set(name, one(among))
  const hasWord = found.length > 0 && random(2) === 0
  if (hasWord) {
    const word = one(found)
    query.set("keyword", word.slice(0, 3 + random(word.length - 2)))
  }
  const hasDates = dates && random(3) === 0
  if (hasDates) for (const [at, day] of periodOf(random).entries()) query.set(dates[at], day)
  query.set("page", String(random(3) ? random(Math.min(hasWord || hasDates ? 3 : 40, pages)) : 0))
  return `${path}?${query}`
}
