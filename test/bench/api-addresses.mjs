/** Addresses of lists as people ask for them: any page, sort, filter and word that the console offers for what the account sees. */

/** @param share of the calls of lists, in hundredths; filters and words are members of the rows */
const lists = [
  {
    path: "/campaign/list",
    share: 24,
    filters: ["status", "categoryId", "brandId"],
    words: "title",
    sorts: ["endDate", "title", "startDate", "createdDate"],
  },
  {
    path: "/user/list",
    share: 24,
    filters: ["status", "departmentId"],
    words: "lastName",
    sorts: ["name", "email", "hiredAt", "createdDate", "departmentName"],
  },
  {
    path: "/feedback/list",
    share: 12,
    filters: ["status", "type", "priority", "category"],
    words: "subject",
    sorts: ["createdDate", "priority", "updatedDate", "dueDate"],
  },
  { path: "/survey/list", share: 9, filters: ["status", "type"], words: "title", sorts: ["createdDate", "title", "endDate"] },
  {
    path: "/draw/list",
    share: 9,
    filters: ["status", "departmentId"],
    words: "title",
    sorts: ["drawDate", "title", "startDate"],
  },
  {
    path: "/announcement/list",
    share: 6,
    filters: ["status", "type"],
    words: "title",
    sorts: ["createdDate", "title", "startDate"],
  },
  { path: "/gift/list", share: 6, filters: ["status"], words: "cardName", sorts: ["createdDate", "cardName", "validityEnd"] },
  { path: "/brand/list", share: 6, filters: ["status", "categoryId"], words: "name", sorts: ["name", "createdDate", "location"] },
  { path: "/payment/list", share: 4, filters: ["status"], words: "name", sorts: ["name", "createdDate"] },
]

/** Whole numbers below a bound, the same ones in every run. */
export const createRandom = seed => {
  let state = seed
  return bound => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * bound)
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

/** An address of a list, for an account with these choices. */
export const listAddress = (choices, random) => {
  const one = among => among[random(among.length)]
  const { path, pages, values, found, sorts } = one(choices.flatMap(list => Array(list.share).fill(list)))
  const query = new URLSearchParams({ pageSize: "8", sortBy: random(2) ? sorts[0] : one(sorts), sortOrder: one(["asc", "desc"]) })
  for (const [name, among] of values) if (random(values.length) === 0) query.set(name, one(among))
  const hasWord = found.length > 0 && random(3) === 0
  if (hasWord) query.set("keyword", one(found))
  query.set("page", String(random(3) ? random(Math.min(hasWord ? 3 : 40, pages)) : 0))
  return `${path}?${query}`
}
