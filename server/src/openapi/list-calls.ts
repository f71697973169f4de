import { z } from "zod"
import { type Calls, id } from "../records/call"
import { categoryBody } from "../resources/categories/routes"
import { departmentBody } from "../resources/departments/routes"
import * as values from "./values"

/** Lists that other records choose from. */
export const listCalls: Calls = {
  "GET /category/list": { tag: "Lists", summary: "Categories", value: z.array(values.category) },
  "POST /category/create": {
    tag: "Lists",
    summary: "Create a category",
    body: categoryBody,
    example: { name: "Bahçe ve balkon" },
    required: ["name"],
    value: values.category,
  },
  "GET /city/list": { tag: "Lists", summary: "Cities", value: z.array(values.city) },
  "GET /department/list": {
    tag: "Lists",
    summary: "Departments",
    query: { tenantId: id },
    value: z.array(values.department),
  },
  "POST /department/create": {
    tag: "Lists",
    summary: "Create a department",
    body: departmentBody,
    example: { name: "Araştırma" },
    required: ["name"],
    value: values.department,
  },
}
