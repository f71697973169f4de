import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { staff } from "../../auth/policy"
import type { Env } from "../../http/context"
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

gifts.post("/gift/create", bearer, staff, giftRecords.createFrom(giftBody, giftColumns))

gifts.put("/gift/update", bearer, staff, giftRecords.updateFrom(giftChange, "id", giftColumns))

gifts.delete("/gift/:id", bearer, staff, c => giftRecords.remove(c))

gifts.post("/gift/media", bearer, staff, uploadImage)

gifts.get("/gift/:id/codes", bearer, staff, listCodes)
gifts.post("/gift/:id/codes", bearer, staff, createBatch)

gifts.get("/gift/:id/uses", bearer, staff, listUses)
gifts.post("/gift/:id/uses", bearer, staff, createUse)
