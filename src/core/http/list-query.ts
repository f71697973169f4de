/**
 * Converts a list's state to and from the page's URL, and to the parameters of its call (docs/console.md#lists-in-the-url).
 * boot.ts and the list pages share it, so that both build the same URL.
 */
import type { Query } from "./http"
import { maxPageSize } from "./read-all-pages"

export type ListState = {
  /** From 0; the page's URL counts from 1. */
  page: number
  pageSize: number
  sortBy?: string
  sortOrder?: "asc" | "desc"
  filters: Record<string, string>
  /** How the list is shown: the id of a saved view, or a name that its page has for it. */
  view?: string
}
export type ListDefaults = {
  pageSize?: number
  sortBy?: string
  sortOrder?: "asc" | "desc"
  /** The call has no sort parameters but as an extension (docs/contract.md#lists). */
  isSortExtension?: boolean
}

const defaultPageSize = 8
const reservedParams = new Set(["page", "pageSize", "sortBy", "sortOrder", "view"])

const parseInteger = (text: string | null, min: number, max: number, fallback: number) =>
  text && /^\d{1,9}$/.test(text) && Number(text) >= min ? Math.min(Number(text), max) : fallback

/** Reads a list's state. @param search `location.search`, with or without its `?`; unreadable parameters count as missing */
export const parseList = (search: string, defaults: ListDefaults = {}): ListState => {
  const params = new URLSearchParams(search)
  const filters: Record<string, string> = {}
  for (const [name, value] of params) if (!reservedParams.has(name) && value.trim()) filters[name] = value.trim()
  const order = params.get("sortOrder")
  const view = params.get("view")
  const sortBy = params.get("sortBy") || defaults.sortBy
  const sortOrder = order === "asc" || order === "desc" ? order : params.get("sortBy") ? "asc" : defaults.sortOrder
  return {
    page: parseInteger(params.get("page"), 1, 1_000_000, 1) - 1,
    pageSize: parseInteger(params.get("pageSize"), 1, maxPageSize, defaults.pageSize ?? defaultPageSize),
    ...(sortBy && { sortBy }),
    ...(sortBy && sortOrder && { sortOrder }),
    filters,
    ...(view && { view }),
  }
}

/** Returns the URL's query for a state, "" or "?…". Values that equal the defaults are left out. */
export const formatList = (state: ListState, defaults: ListDefaults = {}): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(state.filters)) if (value.trim()) params.set(name, value)
  if (state.sortBy && (state.sortBy !== defaults.sortBy || state.sortOrder !== defaults.sortOrder)) {
    params.set("sortBy", state.sortBy)
    params.set("sortOrder", state.sortOrder ?? "asc")
  }
  if (state.pageSize !== (defaults.pageSize ?? defaultPageSize)) params.set("pageSize", String(state.pageSize))
  if (state.view) params.set("view", state.view)
  if (state.page > 0) params.set("page", String(state.page + 1))
  const text = params.toString()
  return text && `?${text}`
}

/** Returns the call's parameters in their fixed order (docs/contract.md#lists): blank filters left out, the others trimmed. */
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
