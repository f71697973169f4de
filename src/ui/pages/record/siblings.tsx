import { useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"
import type { Query } from "../../../core/http/http"
import { formatList, toQuery } from "../../../core/http/list-query"
import type { Page } from "../../../core/http/pages"
import type { Read } from "../../../core/http/query"
import { cache } from "../../../state/instances"
import { listPositionOf, storeListPosition } from "../../../state/list-positions"
import { notifyFailure } from "../../../state/notifications"
import { settings } from "../../../state/settings"
import { IconButton } from "../../controls/button"
import type { IconName } from "../../display/icons/icon"
import { prefetchHandlers } from "../../display/link"
import { useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"
import { listStateOf } from "../../lists/use-list"
import type { ResourceBase } from "../resource"
import { textKey } from "../resource-texts"

type Row = { id: string }

const nameOf = (step: 1 | -1) => (step > 0 ? "next" : "previous")

/**
 * Links to the previous and next record of the list from which a record was opened, in its filter and order, over its pages
 * (docs/console.md#way-back-to-a-list). Absent for a record that was not opened from a list.
 */
export const Siblings = <T extends Row>({ resource, read }: { resource: ResourceBase<never>; read: Read<Query, Page<T>> }) => {
  const t = useT()
  const format = useFormat()
  const { base, id } = useScreenContext()
  const paths = useRecordPaths()
  const [, navigate] = useLocation()
  const listPosition = listPositionOf(base)
  const defaults = { ...resource.list, pageSize: settings.pageSize[resource.tag] ?? resource.list.pageSize }
  const state = listPosition && listStateOf(listPosition.search, defaults)
  const query = state && toQuery(state)
  const key = query && read.keyOf(query)
  const [loaded, setLoaded] = useState<{ key: string; page: Page<T> }>()
  const page = loaded?.key === key ? loaded?.page : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: safe, queries with the same key make the same call
  useEffect(() => {
    if (!query || !key || page) return
    const cached = cache.entry(read, query).data
    const show = (found: Page<T>) => setLoaded({ key, page: found })
    if (cached) show(cached)
    else cache.load(read, query).then(show, () => undefined)
  }, [key, read, page])

  const nav = useRef<HTMLElement>(null)
  const isShown = page !== undefined
  // The pressed button keeps the focus, also if the page had to be loaded in between.
  useEffect(() => {
    const pressed = (history.state as { sibling?: string } | null)?.sibling
    if (pressed && isShown && id) nav.current?.querySelector<HTMLElement>(`[data-sibling="${pressed}"]`)?.focus()
  }, [isShown, id])

  const index = page?.rows.findIndex(row => row.id === id) ?? -1
  if (!listPosition || !state || !page || index < 0) return null
  const position = state.page * state.pageSize + index

  const go = async (step: 1 | -1) => {
    const near = page.rows[index + step]
    const show = (row: T) => navigate(paths.view(row.id), { state: { sibling: nameOf(step) } })
    if (near) return show(near)
    const next = { ...state, page: state.page + step }
    try {
      const { rows } = await cache.load(read, toQuery(next))
      const row = step > 0 ? rows[0] : rows.at(-1)
      if (!row) return
      storeListPosition(base, { ...listPosition, search: formatList(next, defaults), scrollY: 0 })
      show(row)
    } catch (error) {
      notifyFailure(error, textKey(resource.texts, "loadFailed"))
    }
  }
  const button = (step: 1 | -1, label: string, icon: IconName, isAtEnd: boolean) => {
    const near = page.rows[index + step]
    return (
      <IconButton
        icon={icon}
        label={label}
        data-sibling={nameOf(step)}
        disabled={isAtEnd}
        onClick={() => go(step)}
        {...(near && prefetchHandlers(paths.view(near.id)))}
      />
    )
  }
  return (
    <nav className="siblings" ref={nav} aria-label={t("ui.siblings")}>
      {button(-1, t("ui.previousRecord"), "left", position === 0)}
      <span>{t("ui.positionOf", { position: format.number(position + 1), total: format.number(page.total) })}</span>
      {button(1, t("ui.nextRecord"), "right", position + 1 >= page.total)}
    </nav>
  )
}
