import { http } from "../../api/http"
import type { Category } from "../../contract/categories"
import { rethrowWithMessage } from "../../core/http/errors"
import { namedOptions } from "../../core/http/options"
import { list } from "../../core/http/pages"
import { read } from "../../core/http/query"

/** Categories, one list for all kinds of records (docs/contract.md#categories). */

export const categoryOptions = read("categories.options", (_: undefined) =>
  http
    .get("/category/list")
    .then(list<Category>("categories"))
    .then(namedOptions)
    .catch(rethrowWithMessage("category.loadFailed")),
)
