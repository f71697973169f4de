import { may } from "../../auth/policy"
import { gift } from "../../kinds/gift"
import { mediaRoute, recordRoutes } from "../record-routes"
import { createBatch, listCodes } from "./codes"
import { changeCodesOf, giveCodes } from "./given"
import { createUse, listUses } from "./uses"

/** Calls on gift cards, their codes and uses (docs/contract.md#gift-card-calls). */
export const gifts = [
  listCodes,
  createBatch,
  giveCodes,
  changeCodesOf,
  listUses,
  createUse,
  ...Object.values(recordRoutes(gift, { removePath: "/gift/:id", mayList: may("read", "gifts", { alsoFor: ["campaigns"] }) })),
  mediaRoute(gift),
]
