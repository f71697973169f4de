import type { Answer } from "../../core/http"
import type { Key } from "../../core/i18n"
import { Switch } from "../controls/switch"
import { Badge } from "../display/badge"
import type { FieldOf } from "../forms/use-form"
import { useT } from "../hooks/use-t"
import type { Tab } from "../pages/list-page"
import type { BulkAction } from "./bulk"
import type { Column } from "./table"

/** In use or not: the status that many modules' records have, 0 and 1 on the wire (decisions §5). */
const [inactive, active] = [0, 1]

const keyOf = (status: number): Key =>
  status === active ? "ui.activity.active" : status === inactive ? "ui.activity.inactive" : "ui.unknown"

export const ActivityBadge = ({ value }: { value: number }) => {
  const t = useT()
  return <Badge tone={value === active ? "success" : "neutral"}>{t(keyOf(value))}</Badge>
}

export const activityTabs: Tab[] = [active, inactive].map(status => ({ value: String(status), label: keyOf(status) }))

/** @param label the column's head; @param sort whether the module's list can be sorted by it */
export const activityColumn = (label: Key, sort?: string): Column<{ status: number }> => ({
  key: "status",
  label,
  ...(sort && { sort }),
  cell: row => <ActivityBadge value={row.status} />,
  text: (row, { t }) => t(keyOf(row.status)),
})

/** Takes many records into use or out of it. @param done what is said then; takes {{count}} */
export const activityBulk = <T extends { id: string }>(
  change: (id: string, status: number) => Promise<Answer>,
  done: { activated: Key; deactivated: Key },
): BulkAction<T>[] => [
  { label: "ui.activate", icon: "check", run: row => change(row.id, active), done: done.activated },
  { label: "ui.deactivate", icon: "minus", run: row => change(row.id, inactive), done: done.deactivated },
]

export const ActivitySwitch = ({ field, hint }: { field: FieldOf<number>; hint: string }) => {
  const t = useT()
  return (
    <Switch
      label={t("ui.activity.active")}
      hint={hint}
      value={field.value === active}
      onChange={isOn => field.onChange(isOn ? active : inactive)}
    />
  )
}
