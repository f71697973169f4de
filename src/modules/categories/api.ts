import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { Category } from "../../contract/categories"
import { rethrowWithMessage } from "../../core/http/errors"
import { namedOptions } from "../../core/http/options"
import { list, one } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { write } from "../../state/instances"
import type { Choices } from "../../ui/forms/choice-field"

/** Categories, one list for all kinds of records (docs/contract.md#categories). */

export const categoryOptions = read("categories.options", (_: undefined) =>
  http
    .get("/category/list")
    .then(list<Category>("categories"))
    .then(namedOptions)
    .catch(rethrowWithMessage("category.loadFailed")),
)

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
