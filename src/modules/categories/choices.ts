import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { Category } from "../../contract/categories"
import { one } from "../../core/http/pages"
import { write } from "../../state/instances"
import type { Choices } from "../../ui/forms/choice-field"
import { categoryOptions } from "./api"

const addCategory = write("categories", async (name: string) => {
  const { record } = await http.post("/category/create", { name }).then(one<Category>()).catch(ifMissing("categories.create"))
  return { value: record.id, label: record.name }
})

/** Categories for a form field; platform administrators create missing ones. */
export const categoryChoices: Choices = {
  options: categoryOptions,
  creator: { role: "Administrator", create: addCategory },
  page: { label: "category.manage", paths: { Administrator: "/admin/categories" }, feature: "lookups" },
}
