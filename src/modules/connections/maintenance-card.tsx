import { useState } from "react"
import { blank, fields, type MaintenanceDraft, maintenanceOf, rules, wordsOf } from "../../contract/maintenance"
import type { Bound } from "../../core/form/parts"
import { i18n } from "../../state/instances"
import { notifySuccess } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { Switch } from "../../ui/controls/switch"
import { Card } from "../../ui/display/card"
import { useBound } from "../../ui/forms/bound"
import { DateTimeField } from "../../ui/forms/date-fields"
import { DialogForm } from "../../ui/forms/dialog-form"
import { TextField } from "../../ui/forms/text-field"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { QueryPlaceholder } from "../../ui/pages/loading/query-placeholder"
import { announceMaintenance, getMaintenance, liftMaintenance } from "../maintenance/api"
import { periodText, readOnlyText } from "../records/maintenance-text"
import { report } from "./parts"

const labels = {
  text: "maintenance.text",
  textEn: "maintenance.textEn",
  startDate: "maintenance.startDate",
  endDate: "maintenance.endDate",
  isReadOnly: "maintenance.isReadOnly",
} as const

const ReadOnlySwitch = (bound: Bound<boolean>) => {
  const t = useT()
  const { label, field } = useBound(bound)
  return <Switch label={label} hint={t("maintenance.isReadOnlyHint")} value={field.value} onChange={field.onChange} />
}

const AnnounceDialog = ({ stored, onClose }: { stored: MaintenanceDraft | null; onClose: () => void }) => {
  const t = useT()
  return (
    <DialogForm<MaintenanceDraft>
      title={t("maintenance.card")}
      text={t("maintenance.dialogText")}
      initial={stored ?? blank}
      labels={labels}
      fields={fields}
      rules={rules}
      failure="maintenance.failed"
      submit={t("maintenance.announce")}
      save={announceMaintenance}
      done={t("maintenance.announced")}
      onClose={onClose}
    >
      {({ bind }) => (
        <>
          <TextField {...bind("text")} required />
          <TextField {...bind("textEn")} hint={t("maintenance.textEnHint")} optional />
          <DateTimeField {...bind("startDate")} hint={t("maintenance.startDateHint")} optional />
          <DateTimeField {...bind("endDate")} hint={t("maintenance.endDateHint")} optional />
          <ReadOnlySwitch {...bind("isReadOnly")} />
        </>
      )}
    </DialogForm>
  )
}

/** Announces and lifts maintenance, for the platform; nothing where the server has no such call (docs/console.md#maintenance). */
export const MaintenanceCard = () => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const [isEdited, setEdited] = useState(false)
  const { entry, isOffered } = useOfferedQuery("maintenance", getMaintenance, undefined)
  const data = entry.data && maintenanceOf(entry.data)
  if (!isOffered) return null

  const lift = () => report(liftMaintenance(), "maintenance.liftFailed", () => notifySuccess(t("maintenance.lifted")))
  return (
    <Card title={t("maintenance.card")}>
      {data === undefined ? (
        <QueryPlaceholder entry={entry} failed={t("maintenance.loadFailed")} />
      ) : (
        <ul className="profile-list">
          <li>
            <div className="profile-list__text">
              <b>{data ? periodText(data, now, t, format) : t("maintenance.none")}</b>
              {data && <small>{[wordsOf(data, i18n.language()), readOnlyText(data, now, t)].filter(Boolean).join(" ")}</small>}
            </div>
            <div className="button-row">
              <Button size="sm" onClick={() => setEdited(true)}>
                {t(data ? "maintenance.change" : "maintenance.announce")}
              </Button>
              {data && (
                <Button size="sm" onClick={lift}>
                  {t("maintenance.lift")}
                </Button>
              )}
            </div>
          </li>
        </ul>
      )}
      {isEdited && <AnnounceDialog stored={data ?? null} onClose={() => setEdited(false)} />}
    </Card>
  )
}
