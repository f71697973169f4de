import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { brands as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { records } from "../../records/records"
import { uploadImage } from "../media/routes"
import { brandBody, brandChange, brandColumns } from "./input"
import { listBrands } from "./list"
import { presentBrand, selectBrands, visibleBrands } from "./output"

/** Calls on partners (docs/contract.md#partner-calls). */
export const brands = new Hono<Env>()

const brandRecords = records({
  entity: "brand",
  find: async (db, actor, id) => {
    const [found] = await selectBrands(db).where(and(eq(table.id, id), visibleBrands(actor)))
    return found && { row: found.brand, value: presentBrand(found, actor) }
  },
})

/** Campaigns and gift cards name a partner: their forms read the list too. */
brands.get("/brand/list", bearer, may("read", "partners", { alsoFor: ["campaigns", "gifts"] }), listBrands)

brands.get("/brand/:id", bearer, may("read", "partners"), brandRecords.get)

brands.post("/brand/create", bearer, may("write", "partners"), brandRecords.createFrom(brandBody, brandColumns))

brands.put("/brand/update", bearer, may("write", "partners"), brandRecords.updateFrom(brandChange, "id", brandColumns))

brands.delete("/brand/:id", bearer, may("write", "partners"), c => brandRecords.remove(c))

brands.post("/brand/media", bearer, may("write", "partners"), uploadImage)
