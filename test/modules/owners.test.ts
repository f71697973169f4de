import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { KeyedError } from "../../src/core/http/errors"
import type { Query } from "../../src/core/http/http"
import { listAnnouncements } from "../../src/modules/announcements/api"
import { listCampaigns } from "../../src/modules/campaigns/api"
import { listDraws } from "../../src/modules/draws/api"
import { listGifts } from "../../src/modules/gifts/api"
import { listPartners } from "../../src/modules/partners/api"
import { listProviders } from "../../src/modules/payments/api"
import { listSurveys } from "../../src/modules/surveys/api"
import { cache } from "../../src/state/instances"
import { hasExtensions } from "../extensions"

/** Owners of records as a server without extensions sends them: without a name, and in lists that ignore the filter by owner. */
const companies = [
  { id: "one", name: "Yeşilova Grup" },
  { id: "two", name: "Sarıkum Lojistik" },
]
const rows = [
  { id: "1", tenantId: "one" },
  { id: "2", tenantId: "two" },
  { id: "3", tenantId: null },
]

beforeEach(() => {
  cache.clear()
  hasExtensions(false)
})
afterEach(() => {
  hasExtensions(true)
  vi.unstubAllGlobals()
})

const lists = [
  ["announcements", listAnnouncements],
  ["brands", listPartners],
  ["campaigns", listCampaigns],
  ["draws", listDraws],
  ["gifts", listGifts],
  ["payments", listProviders],
  ["surveys", listSurveys],
] as const

describe.each(lists)("a list of %s", (member, list) => {
  const load = (query: Query) => {
    vi.stubGlobal("fetch", async (url: string) => {
      const value = url.includes("/tenant/get-all") ? companies : { [member]: rows, totalCount: rows.length }
      return new Response(JSON.stringify({ value, isSuccess: true, errors: [], validationErrors: [] }))
    })
    return list(query)
  }

  it("takes the names of its owners from the companies", async () => {
    const page = await load({})
    expect(page.rows.map(({ tenantName }) => tenantName)).toEqual(["Yeşilova Grup", "Sarıkum Lojistik", ""])
  })

  it("is refused where the server ignores the filter by owner", async () => {
    const error = await load({ tenantId: "one" }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(KeyedError)
    expect(error).toMatchObject({ key: "error.filterNotOffered" })
  })
})
