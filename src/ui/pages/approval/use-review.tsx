import { useEffect, useEffectEvent, useState } from "react"
import { listen } from "../../../core/listen"
import { notifyFailure } from "../../../state/notifications"
import { settings } from "../../../state/settings"
import { Button } from "../../controls/button"
import { useT } from "../../hooks/use-t"
import type { MenuItem } from "../../overlays/menu"
import type { HistorySpec } from "../history/history-spec"
import { loadChunk } from "../loading/chunk"
import { lazyScreen } from "../loading/lazy-screen"
import { withTexts } from "../loading/with-texts"
import type { ResourceBase } from "../resource"
import type { ReviewRequest } from "./review"

const Review = lazyScreen(
  withTexts("approval.review", () => import("./review")),
  module => module.Review,
)

type Row = { id: string; approval?: string }

type Options<T> = {
  resource: Pick<ResourceBase<T>, "approval" | "titleOf">
  /** Loads how changes of the records are displayed; absent: nothing is reviewed from the list. */
  loadHistory: (() => Promise<{ history: HistorySpec }>) | undefined
  rows: readonly T[]
  /** Called with the records whose changes were approved. */
  onApproved: (ids: readonly string[]) => void
}

/** Elements in a row whose keys are their own. */
const ownKeys = 'input:not([type="checkbox"]), [role="menu"], [popover]'

/** Changes that wait, reviewed from a list: from the menu of a row, by the key p on a row, and for a selection. */
export const useReview = <T extends Row>({ resource, loadHistory, rows, onApproved }: Options<T>) => {
  const t = useT()
  const [request, setRequest] = useState<ReviewRequest>()
  const { approval, titleOf } = resource
  const hasReview = approval !== undefined && loadHistory !== undefined
  const pending = hasReview ? rows.filter(row => row.approval) : []

  const open = async (of: readonly T[], at?: number) => {
    if (!approval || !loadHistory) return
    try {
      const [{ history }] = await Promise.all([loadChunk(loadHistory), Review.load()])
      setRequest({ approval, history, at, rows: of.map(row => ({ id: row.id, title: titleOf(row), approval: row.approval })) })
    } catch (failure) {
      notifyFailure(failure, "error.generic")
    }
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (key !== "p" || ctrlKey || metaKey || altKey || !settings.shortcuts || !(target instanceof Element)) return
    if (target.closest(ownKeys) || document.querySelector("dialog[open]")) return
    const id = target.closest("[data-row]")?.getAttribute("data-row")
    const at = pending.findIndex(row => row.id === id)
    if (at < 0) return
    event.preventDefault()
    open(pending, at)
  })
  useEffect(() => (hasReview ? listen(window, { keydown: onKeyDown }) : undefined), [hasReview])

  return {
    itemOf: (row: T): MenuItem | false => {
      const at = pending.indexOf(row)
      return at >= 0 && { label: t("approval.review"), icon: "check", run: () => open(pending, at) }
    },
    buttonOf: (selected: readonly T[]) => {
      const waiting = hasReview ? selected.filter(row => row.approval === "waiting") : []
      return (
        waiting.length > 0 && (
          <Button size="sm" icon="check" onClick={() => open(waiting)}>
            {t("approval.approve")}
          </Button>
        )
      )
    },
    dialog: request && <Review {...request} onApproved={onApproved} onClose={() => setRequest(undefined)} />,
  }
}
