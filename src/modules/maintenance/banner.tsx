import { maintenanceOf, wordsOf } from "../../contract/maintenance"
import { i18n } from "../../state/instances"
import { Alert } from "../../ui/display/alert"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { periodText, readOnlyText } from "../records/maintenance-text"

/** The announced maintenance, in the person's language. @param raw as it came; @param now when it was read, epoch ms */
export const MaintenanceBanner = ({ raw, now }: { raw: object; now: number }) => {
  const announced = maintenanceOf(raw)
  const t = useT()
  const format = useFormat()
  const note = readOnlyText(announced, now, t)
  return (
    <Alert
      tone={note ? "warning" : "info"}
      title={periodText(announced, now, t, format)}
      text={[wordsOf(announced, i18n.language()), note].filter(Boolean).join(" ")}
    />
  )
}
