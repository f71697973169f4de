import type { MaintenanceDraft } from "../../contract/maintenance"
import type { Format } from "../../core/text/format"
import type { Translate } from "../../core/text/i18n"

/** The hours of an announced maintenance, as a title. @param now epoch ms */
export const periodText = ({ startDate, endDate }: MaintenanceDraft, now: number, t: Translate, { dateTime }: Format): string => {
  const isToCome = Date.parse(startDate) > now
  const from = dateTime(startDate)
  const to = dateTime(endDate)
  if (isToCome) return endDate ? t("maintenance.period.all", { from, to }) : t("maintenance.period.from", { from })
  return endDate ? t("maintenance.period.until", { to }) : t("maintenance.period.open")
}

/** Whether the console can only be read now, or will be. @param now epoch ms */
export const readOnlyText = ({ startDate, isReadOnly }: MaintenanceDraft, now: number, t: Translate): string => {
  if (!isReadOnly) return ""
  return t(Date.parse(startDate) > now ? "maintenance.readOnly.later" : "maintenance.readOnly.now")
}
