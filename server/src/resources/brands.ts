import { may } from "../auth/policy"
import { brand } from "../kinds/brand"
import { callsOf } from "./crud"

/** Calls on partners (docs/contract.md#partner-calls). */
export const brands = callsOf(brand, {
  // Campaigns and gift cards name a partner: their forms read the list too.
  mayList: may("read", "partners", { alsoFor: ["campaigns", "gifts"] }),
  removePath: "/brand/:id",
})
