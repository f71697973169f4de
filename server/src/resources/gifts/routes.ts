import { gift } from "../../kinds/gift"
import { mediaRoute, recordRoutes } from "../record-routes"
import { createBatch, listCodes } from "./codes"
import { createUse, listUses } from "./uses"

/** Calls on gift cards, their codes and uses (docs/contract.md#gift-card-calls). */
export const gifts = [
  listCodes,
  createBatch,
  listUses,
  createUse,
  ...Object.values(recordRoutes(gift, { removePath: "/gift/:id" })),
  mediaRoute(gift),
]
