import type { Page } from "./pages"

/** The largest page size that list calls accept (docs/contract.md#lists). */
export const maxPageSize = 100

/**
 * Reads a whole list, page by page.
 * @param load reads one page; it receives the query members of the page, whose size is {@link maxPageSize}
 * @param onPage called after each page with the number of rows so far and the total
 */
export const readAllPages = async <T>(
  load: (paging: { page: number; pageSize: number }) => Promise<Page<T>>,
  onPage?: (rows: number, total: number) => void,
): Promise<T[]> => {
  const rows: T[] = []
  for (let number = 0; ; number++) {
    const page = await load({ page: number, pageSize: maxPageSize })
    rows.push(...page.rows)
    onPage?.(rows.length, page.total)
    if (!page.rows.length || rows.length >= page.total) return rows
  }
}
