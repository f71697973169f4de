import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { staff } from "../../auth/policy"
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

brands.get("/brand/list", bearer, staff, listBrands)

brands.get("/brand/:id", bearer, staff, brandRecords.get)

brands.post("/brand/create", bearer, staff, brandRecords.createFrom(brandBody, brandColumns))

brands.put("/brand/update", bearer, staff, brandRecords.updateFrom(brandChange, "id", brandColumns))

brands.delete("/brand/:id", bearer, staff, c => brandRecords.remove(c))

brands.post("/brand/media", bearer, staff, uploadImage)
