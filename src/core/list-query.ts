/** A list's state ↔ the URL's query ↔ the call's query. Pure, and byte-equal wherever it is used: boot.ts shares it. */
import type { Query } from "./http"

export type ListState = {
  page: number
  pageSize: number
  sortBy?: string
  sortOrder?: "asc" | "desc"
  filters: Record<string, string>
}
export type ListDefaults = { pageSize?: number; sortBy?: string; sortOrder?: "asc" | "desc" }

const defaultSize = 8
const maxSize = 100
const own = new Set(["page", "pageSize", "sortBy", "sortOrder"])

const whole = (text: string | null, least: number, most: number, fallback: number) =>
  text && /^\d{1,9}$/.test(text) && Number(text) >= least ? Math.min(Number(text), most) : fallback

/** @param search `location.search`, with or without its `?`; the URL counts pages from 1, the state from 0 */
export const parseList = (search: string, defaults: ListDefaults = {}): ListState => {
  const params = new URLSearchParams(search)
  const filters: Record<string, string> = {}
  for (const [name, value] of params) if (!own.has(name) && value.trim()) filters[name] = value
  const order = params.get("sortOrder")
  const sortBy = params.get("sortBy") || defaults.sortBy
  const sortOrder = order === "asc" || order === "desc" ? order : params.get("sortBy") ? "asc" : defaults.sortOrder
  return {
    page: whole(params.get("page"), 1, 1_000_000, 1) - 1,
    pageSize: whole(params.get("pageSize"), 1, maxSize, defaults.pageSize ?? defaultSize),
    ...(sortBy && { sortBy }),
    ...(sortBy && sortOrder && { sortOrder }),
    filters,
  }
}

/** The URL's query for a state: "" or "?…"; what equals the defaults is left out. */
export const formatList = (state: ListState, defaults: ListDefaults = {}): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(state.filters)) if (value.trim()) params.set(name, value)
  if (state.sortBy && (state.sortBy !== defaults.sortBy || state.sortOrder !== defaults.sortOrder)) {
    params.set("sortBy", state.sortBy)
    params.set("sortOrder", state.sortOrder ?? "asc")
  }
  if (state.pageSize !== (defaults.pageSize ?? defaultSize)) params.set("pageSize", String(state.pageSize))
  if (state.page > 0) params.set("page", String(state.page + 1))
  const text = params.toString()
  return text && `?${text}`
}

/** The call's parameters (S7): page from 0, filters trimmed and non-empty, in one order. */
export const toQuery = ({ page, pageSize, sortBy, sortOrder, filters }: ListState): Query => ({
  page,
  pageSize,
  ...Object.fromEntries(
    Object.entries(filters)
      .flatMap(([name, value]) => (value.trim() ? [[name, value.trim()] as const] : []))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
  ...(sortBy && { sortBy, sortOrder: sortOrder ?? "asc" }),
})
