import type { NewPerson } from "../../../contract/approval"
import { Alert } from "../../display/alert"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"

/** That the person who decides and the sender are not independent: one of them made the other one an administrator. */
export const NewPersonNote = ({ newPerson: { person, how, at, blockedUntil } }: { newPerson: NewPerson }) => {
  const t = useT()
  const format = useFormat()
  const date = format.dateTime(at)
  return (
    <Alert
      tone="warning"
      title={
        person === "approver"
          ? t(`approval.newPerson.approver.${how}`, { date })
          : t(`approval.newPerson.sender.${how}`, { date })
      }
      text={blockedUntil ? t("approval.newPersonBlocked", { date: format.dateTime(blockedUntil) }) : t("approval.newPersonText")}
    />
  )
}
