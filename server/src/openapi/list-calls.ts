import { z } from "zod"
import { id, tagged } from "../records/call"
import { categoryBody } from "../resources/categories/routes"
import { departmentBody } from "../resources/departments/routes"
import * as values from "./values"

/** Lists that other records choose from. */
export const listCalls = tagged("Lists", {
  "GET /category/list": { summary: "Categories", value: z.array(values.category) },
  "POST /category/create": {
    summary: "Create a category",
    body: categoryBody,
    example: { name: "Bahçe ve balkon" },
    required: ["name"],
    value: values.category,
  },
  "GET /city/list": { summary: "Cities", value: z.array(values.city) },
  "GET /department/list": { summary: "Departments", query: { tenantId: id }, value: z.array(values.department) },
  "POST /department/create": {
    summary: "Create a department",
    body: departmentBody,
    example: { name: "Araştırma" },
    required: ["name"],
    value: values.department,
  },
})
