import { may } from "../auth/policy"
import { brand } from "../kinds/brand"
import { mediaRoute, recordRoutes } from "./record-routes"

/** Calls on partners (docs/contract.md#partner-calls). */
const calls = recordRoutes(brand, {
  // Campaigns and gift cards name a partner: their forms read the list too.
  mayList: may("read", "partners", { alsoFor: ["campaigns", "gifts"] }),
  removePath: "/brand/:id",
})

export const brands = [...Object.values(calls), mediaRoute(brand)]
