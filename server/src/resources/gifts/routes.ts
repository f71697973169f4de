import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import type { Env } from "../../http/context"
import { uploadImage } from "../media/routes"
import { createBatch, listCodes } from "./codes"
import { giftBody, giftChange, giftColumns } from "./input"
import { listGifts } from "./list"
import { giftRecords } from "./records"
import { createUse, listUses } from "./uses"

/** Calls on gift cards, their codes and uses (docs/contract.md#gift-card-calls). */
export const gifts = new Hono<Env>()

gifts.get("/gift/list", bearer, may("read", "gifts"), listGifts)

gifts.get("/gift/:id", bearer, may("read", "gifts"), giftRecords.get)

gifts.post("/gift/create", bearer, may("write", "gifts"), giftRecords.createFrom(giftBody, giftColumns))

gifts.put("/gift/update", bearer, may("write", "gifts"), giftRecords.updateFrom(giftChange, "id", giftColumns))

gifts.delete("/gift/:id", bearer, may("write", "gifts"), c => giftRecords.remove(c))

gifts.post("/gift/media", bearer, may("write", "gifts"), uploadImage)

gifts.get("/gift/:id/codes", bearer, may("write", "gifts"), listCodes)
gifts.post("/gift/:id/codes", bearer, may("write", "gifts"), createBatch)

gifts.get("/gift/:id/uses", bearer, may("read", "gifts"), listUses)
gifts.post("/gift/:id/uses", bearer, may("write", "gifts"), createUse)
