import type { Page } from "./envelope"

/** The largest page that every list call allows (decisions §10). */
export const maxPageSize = 100

/**
 * Reads a list to its end, page by page.
 * @param load one page (0-based) of {@link maxPageSize} rows; @param onPart after each page: rows so far and the total
 */
export const readAllPages = async <T>(
  load: (page: number) => Promise<Page<T>>,
  onPart?: (rows: number, total: number) => void,
): Promise<T[]> => {
  const rows: T[] = []
  for (let page = 0; ; page++) {
    const part = await load(page)
    rows.push(...part.rows)
    onPart?.(rows.length, part.total)
    if (!part.rows.length || rows.length >= part.total) return rows
  }
}
