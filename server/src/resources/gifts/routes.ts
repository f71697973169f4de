import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { staff } from "../../auth/policy"
import type { Env } from "../../http/context"
import { readUpdate, readValid } from "../../http/request"
import { uploadImage } from "../media/routes"
import { createBatch, listCodes } from "./codes"
import { giftBody, giftChange, giftColumns } from "./input"
import { listGifts } from "./list"
import { giftRecords } from "./records"
import { createUse, listUses } from "./uses"

/** Calls on gift cards, their codes and uses (docs/contract.md#gift-card-calls). */
export const gifts = new Hono<Env>()

gifts.get("/gift/list", bearer, staff, listGifts)

gifts.get("/gift/:id", bearer, staff, giftRecords.get)

gifts.post("/gift/create", bearer, staff, async c => {
  const given = await readValid(c, giftBody)
  return giftRecords.create(c, given, tx => giftColumns(tx, c.get("actor"), given))
})

gifts.put("/gift/update", bearer, staff, async c => {
  const { id, change } = await readUpdate(c, giftChange, "id")
  return giftRecords.update(c, id, (row, tx) => giftColumns(tx, c.get("actor"), change, row))
})

gifts.delete("/gift/:id", bearer, staff, c => giftRecords.remove(c))

gifts.post("/gift/media", bearer, staff, uploadImage)

gifts.get("/gift/:id/codes", bearer, staff, listCodes)
gifts.post("/gift/:id/codes", bearer, staff, createBatch)

gifts.get("/gift/:id/uses", bearer, staff, listUses)
gifts.post("/gift/:id/uses", bearer, staff, createUse)
