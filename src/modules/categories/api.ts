import { http } from "../../api"
import { list } from "../../core/envelope"
import { read } from "../../core/query"

/** S7: one list of categories for all modules. */
export type Category = { id: string; name: string }

const listCategories = () => http.get("/category/list").then(list<Category>("categories"))

export const categoryOptions = read("categories.options", async (_: undefined) =>
  (await listCategories()).map(({ id, name }) => ({ value: id, label: name })),
)
