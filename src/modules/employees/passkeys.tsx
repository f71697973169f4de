import { confirmation, i18n } from "../../state/instances"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { Card } from "../../ui/display/card"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useT } from "../../ui/hooks/use-t"
import { countPasskeys, resetPasskeys } from "./api"

type Person = { id: string; name: string }

/** Removes the passkeys of another administrator, after a question. */
const askToResetPasskeys = async ({ id, name }: Person) => {
  const { t } = i18n
  const isConfirmed = await confirmation.ask({
    title: t("passkey.reset.title", { name }),
    text: t("passkey.reset.text"),
    confirmLabel: t("passkey.reset.do"),
    tone: "danger",
  })
  if (!isConfirmed) return
  await resetPasskeys(id).then(
    ({ count }) => notifySuccess(t("passkey.reset.done", { count }), name),
    error => notifyFailure(error, "passkey.reset.failed"),
  )
}

/** How many passkeys an administrator has, and their reset; nothing where there are none, or the server has no such call. */
export const PersonPasskeys = ({ person, mayReset }: { person: Person; mayReset: boolean }) => {
  const t = useT()
  const { entry, isOffered } = useOfferedQuery("passkeys", countPasskeys, person.id)
  const count = entry.data?.count
  if (!isOffered || !count) return null
  return (
    <Card
      title={t("passkey.title")}
      foot={
        mayReset && (
          <Button tone="danger" onClick={() => askToResetPasskeys(person)}>
            {t("passkey.reset.do")}
          </Button>
        )
      }
    >
      <p>{t("passkey.reset.count", { count })}</p>
    </Card>
  )
}
