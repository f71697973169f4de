import { type DrawItem, type Status, statuses } from "../../../contract/draws/draws"
import type { RecordAction } from "../../../ui/pages/record/record-actions"
import { patchDraw } from "../api"

const hasStatus =
  (...names: (Status | undefined)[]) =>
  ({ status }: DrawItem) =>
    names.includes(statuses.name(status))

const setStatus =
  (status: Status) =>
  ({ id }: DrawItem, note?: string) =>
    patchDraw(id, { status: statuses.value(status) }, { note })

/** Drafts are published, published draws are cancelled; those with a result stay (docs/contract.md#draw-status). */
export const drawActions: RecordAction<DrawItem>[] = [
  {
    label: "draw.publishShort",
    icon: "send",
    goesLive: true,
    appliesTo: hasStatus("draft"),
    run: setStatus("open"),
    done: "draw.published",
  },
  {
    label: "draw.cancel",
    icon: "x",
    tone: "danger",
    confirm: { title: "draw.cancel.manyTitle", text: "draw.cancel.text" },
    confirmTitle: "draw.cancel.title",
    appliesTo: hasStatus("open", "closed"),
    run: setStatus("cancelled"),
    done: "draw.cancelledMany",
  },
]

/** Why a draw cannot be deleted; undefined: it can. */
export const removeBlockedReason = ({ status }: Pick<DrawItem, "status">) => {
  const name = statuses.name(status)
  if (name === "draft") return undefined
  return name === "open" || name === "closed" ? "draw.draftsOnly" : "draw.draftsOnlyOver"
}
