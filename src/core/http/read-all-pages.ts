import { type LongOptions, type Option, readOptions } from "./options"
import type { Page } from "./pages"

/** The largest page size that list calls accept (docs/contract.md#lists). */
export const maxPageSize = 100

/**
 * Reads a whole list, page by page.
 * @param load reads one page; it receives the query members of the page, whose size is {@link maxPageSize}
 * @param onPage called after each page with the number of rows so far and the total; @param max how many rows are enough
 */
export const readAllPages = async <T>(
  load: (paging: { page: number; pageSize: number }) => Promise<Page<T>>,
  onPage?: (rows: number, total: number) => void,
  max = Number.POSITIVE_INFINITY,
): Promise<T[]> => {
  const rows: T[] = []
  for (let number = 0; ; number++) {
    const page = await load({ page: number, pageSize: maxPageSize })
    rows.push(...page.rows)
    onPage?.(rows.length, page.total)
    if (!page.rows.length || rows.length >= Math.min(page.total, max)) return rows.slice(0, max)
  }
}

/** Rows that a list of options has first which is read page by page. */
const firstRows = 300

/**
 * Defines options that are read page by page, and where there are many, by a keyword or one by one.
 * @param isWhole whether all are read, for a server that is asked for names by the list
 */
export const readPagedOptions = <T>(
  name: string,
  load: (query: { page: number; pageSize: number; keyword?: string }, signal?: AbortSignal) => Promise<Page<T>>,
  get: (id: string) => Promise<{ record: T }>,
  optionsOf: (rows: T[]) => Option[],
  isWhole: () => boolean,
): LongOptions =>
  readOptions(
    name,
    async ({ keyword, ids }, signal) => {
      if (keyword) return optionsOf((await load({ page: 0, pageSize: maxPageSize, keyword }, signal)).rows)
      if (!ids) return optionsOf(await readAllPages(load, undefined, isWhole() ? undefined : firstRows))
      const found = await Promise.allSettled(ids.split(",").map(get))
      return optionsOf(found.flatMap(one => (one.status === "fulfilled" ? [one.value.record] : [])))
    },
    firstRows,
  )
