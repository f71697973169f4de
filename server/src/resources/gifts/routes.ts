import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import type { Env } from "../../http/context"
import { gift } from "../../kinds/gift"
import { callsOf } from "../crud"
import { createBatch, listCodes } from "./codes"
import { createUse, listUses } from "./uses"

/** Calls on gift cards, their codes and uses (docs/contract.md#gift-card-calls). */
const routes = new Hono<Env>()

routes.get("/gift/:id/codes", bearer, may("write", "gifts"), listCodes)
routes.post("/gift/:id/codes", bearer, may("write", "gifts"), createBatch)

routes.get("/gift/:id/uses", bearer, may("read", "gifts"), listUses)
routes.post("/gift/:id/uses", bearer, may("write", "gifts"), createUse)

export const gifts = callsOf(gift, { routes, removePath: "/gift/:id" })
