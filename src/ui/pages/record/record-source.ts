import type { Code } from "../../../core/codes"
import type { Query } from "../../../core/http/http"
import { toQuery } from "../../../core/http/list-query"
import type { Page } from "../../../core/http/pages"
import type { Read } from "../../../core/http/query"
import { search } from "../../../core/text/fold"
import type { ResourceBase } from "../resource"

/** `note`: what tells it from others of the same title. */
export type FoundRecord = { id: string; title: string; status?: Code; note?: string }

/** Number of records that a search loads. */
const searchSize = 10

/** The records of a module, for the search across modules (docs/console.md#command-palette). */
export type RecordSource = {
  resource: Pick<ResourceBase<never>, "tag" | "texts" | "icon" | "list" | "status" | "isPerson">
  /**
   * Returns the records that the module's list finds, those whose title has the exact spelling first, and the number of all.
   * @throws as the call
   */
  find: (keyword: string, signal: AbortSignal) => Promise<Page<FoundRecord>>
}

export const recordSource = <R extends { id: string; status?: Code }>(
  resource: ResourceBase<R>,
  read: Read<Query, Page<R>>,
): RecordSource => ({
  resource,
  find: async (keyword, signal) => {
    const { rows, total } = await read(toQuery({ page: 0, pageSize: searchSize, filters: { keyword } }), signal)
    const found = rows.map(row => ({
      id: row.id,
      title: resource.titleOf(row),
      status: row.status,
      note: resource.noteOf?.(row),
    }))
    const byTitle = search(found, keyword, ({ title }) => title)
    return { rows: [...byTitle, ...found.filter(record => !byTitle.includes(record))], total }
  },
})
