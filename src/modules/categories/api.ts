import { http } from "../../api"
import { list } from "../../core/envelope"
import { saying } from "../../core/errors"
import { read } from "../../core/query"

/** S7: one list of categories for all modules. */
export type Category = { id: string; name: string }

const listCategories = () => http.get("/category/list").then(list<Category>("categories")).catch(saying("category.loadFailed"))

export const categoryOptions = read("categories.options", async (_: undefined) =>
  (await listCategories()).map(({ id, name }) => ({ value: id, label: name })),
)
