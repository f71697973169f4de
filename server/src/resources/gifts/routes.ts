import { and } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { gifts as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { codeFilter } from "../../http/list"
import { id } from "../../records/answer-shape"
import { day, exampleId, number, owner } from "../../records/call"
import { crud, listOf } from "../crud"
import { createBatch, listCodes } from "./codes"
import {
  giftAttention,
  giftBody,
  giftColumns,
  giftFilters,
  giftItem,
  giftRecords,
  giftValue,
  presentGiftItem,
  selectGifts,
} from "./record"
import { createUse, listUses } from "./uses"

/** Calls on gift cards, their codes and uses (docs/contract.md#gift-card-calls). */
const routes = new Hono<Env>()

routes.get("/gift/:id/codes", bearer, may("write", "gifts"), listCodes)
routes.post("/gift/:id/codes", bearer, may("write", "gifts"), createBatch)

routes.get("/gift/:id/uses", bearer, may("read", "gifts"), listUses)
routes.post("/gift/:id/uses", bearer, may("write", "gifts"), createUse)

export const gifts = crud(routes, "gift", {
  records: giftRecords,
  list: listOf({
    table,
    rows: "gifts",
    select: selectGifts,
    present: presentGiftItem,
    sorts: () => ({
      cardName: table.search,
      createdDate: table.createdAt,
      status: table.status,
      validityStart: table.validityStart,
      validityEnd: table.validityEnd,
      maxUsage: table.maxUsage,
      used: table.used,
    }),
    filters: (scope, query) => and(giftFilters(scope, query), codeFilter(table.status, query.status)),
    attention: giftAttention,
    value: giftItem,
    query: { ...owner, status: number, categoryId: id, validFrom: day, validTo: day },
  }),
  body: giftBody,
  columns: giftColumns,
  value: giftValue,
  removePath: "/gift/:id",
  example: { cardName: "Yaz kartı", brandId: exampleId, maxUsage: 100, status: 1 },
})
