import type { NewPerson } from "../../../core/approval"
import { Alert } from "../../display/alert"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"

/** That the person who decides and the sender are not independent: one of them made the other one an administrator. */
export const NewPersonNote = ({ newPerson: { person, how, at, blockedUntil } }: { newPerson: NewPerson }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Alert
      tone="warning"
      title={t(`approval.newPerson.${person}.${how}`, { date: format.dateTime(at) })}
      text={blockedUntil ? t("approval.newPersonBlocked", { date: format.dateTime(blockedUntil) }) : t("approval.newPersonText")}
    />
  )
}
