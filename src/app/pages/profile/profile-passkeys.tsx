import { useState } from "react"
import { maxPasskeys, type Passkey, passkeyRules } from "../../../contract/passkeys"
import { text } from "../../../core/fields"
import { confirmation } from "../../../state/instances"
import { notifyFailure, notifySuccess } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { Badge } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { Icon } from "../../../ui/display/icons/icon"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { TextField } from "../../../ui/forms/text-field"
import { useOfferedQuery } from "../../../ui/hooks/use-can"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { Menu } from "../../../ui/overlays/menu"
import { QueryPlaceholder } from "../../../ui/pages/loading/query-placeholder"
import { RecoveryCodes } from "../recovery-codes"
import { hasPasskeys, passkeyName } from "../webauthn"
import { addPasskey, listPasskeys, removePasskey, renamePasskey, renewRecoveryCodes } from "./passkeys-api"

type NameProps = { known?: Passkey; onClose: () => void; onCodes: (codes: string[]) => void }

/** Names a passkey; without a known one, makes it. */
const NameDialog = ({ known, onClose, onCodes }: NameProps) => {
  const t = useT()
  const save = async ({ name }: { name: string }) => {
    if (known) {
      await renamePasskey(known.id, name)
      return notifySuccess(t("passkey.renamed"))
    }
    const { recoveryCodes } = await addPasskey(name)
    notifySuccess(t("passkey.added"))
    if (recoveryCodes.length) onCodes(recoveryCodes)
  }
  return (
    <DialogForm<{ name: string }>
      title={t(known ? "passkey.rename" : "passkey.add")}
      text={known ? undefined : t("passkey.addText")}
      initial={{ name: known?.name ?? passkeyName(t) }}
      isStored={known !== undefined}
      labels={{ name: "passkey.name" }}
      fields={{ name: text(100) }}
      rules={passkeyRules}
      failure="passkey.saveFailed"
      submit={t(known ? "ui.save" : "passkey.make")}
      save={save}
      onClose={onClose}
    >
      {({ bind }) => <TextField {...bind("name")} hint={t("passkey.nameHint")} required />}
    </DialogForm>
  )
}

/** The person's passkeys and recovery codes; nothing where the server has no such calls (docs/console.md#passkeys). */
export const PasskeysCard = () => {
  const t = useT()
  const format = useFormat()
  const { entry, isOffered } = useOfferedQuery("passkeys", listPasskeys, undefined)
  const [edited, setEdited] = useState<Passkey | "new">()
  const [codes, setCodes] = useState<string[]>()
  const { data } = entry
  if (!isOffered) return null
  const mayAdd = hasPasskeys() && data?.host != null && data.passkeys.length < maxPasskeys
  const isLastRequired = data?.isRequired && data.passkeys.length === 1

  const remove = async ({ id, name }: Passkey) => {
    const question = { title: t("passkey.removeTitle", { name }), text: t("passkey.removeText"), confirmLabel: t("ui.remove") }
    if (!(await confirmation.ask({ ...question, tone: "danger" }))) return
    await removePasskey(id).then(
      () => notifySuccess(t("passkey.removed")),
      error => notifyFailure(error, "passkey.saveFailed"),
    )
  }
  const renew = async () => {
    const question = { title: t("passkey.codes.renewTitle"), text: t("passkey.codes.renewText") }
    if (!(await confirmation.ask({ ...question, confirmLabel: t("passkey.codes.renew") }))) return
    await renewRecoveryCodes().then(
      ({ recoveryCodes }) => setCodes(recoveryCodes),
      error => notifyFailure(error, "passkey.saveFailed"),
    )
  }
  return (
    <Card
      title={t("passkey.title")}
      note={
        mayAdd && (
          <Button size="sm" icon="plus" onClick={() => setEdited("new")}>
            {t("passkey.add")}
          </Button>
        )
      }
    >
      {!data ? (
        <QueryPlaceholder entry={entry} failed={t("passkey.failed")} />
      ) : (
        <>
          <p className="muted">{t("passkey.intro")}</p>
          {data.isRequired && <p className="read-only-note">{t("passkey.required")}</p>}
          {!data.passkeys.length && data.host === null && <p className="read-only-note">{t("passkey.error.address")}</p>}
          {data.host !== null && !hasPasskeys() && <p className="read-only-note">{t("passkey.error.unsupported")}</p>}
          {data.passkeys.length > 0 && (
            <ul className="profile-list">
              {data.passkeys.map(one => (
                <li key={one.id}>
                  <span className="profile-list__icon">
                    <Icon name="lock" />
                  </span>
                  <div className="profile-list__text">
                    <div className="row row-wrap">
                      <b>{one.name}</b>
                      {one.isBackedUp && <Badge tone="info">{t("passkey.backedUp")}</Badge>}
                    </div>
                    <small className="profile-list__facts">
                      <span>{t("passkey.createdAt", { date: format.date(one.createdAt) })}</span>
                      <span>
                        {one.lastUsedAt ? t("profile.lastUsed", { time: format.dateTime(one.lastUsedAt) }) : t("passkey.unused")}
                      </span>
                    </small>
                  </div>
                  <Menu
                    label={t("ui.actionsOf", { title: one.name })}
                    items={[
                      { label: t("passkey.rename"), icon: "edit", run: () => setEdited(one) },
                      isLastRequired
                        ? { label: t("ui.remove"), icon: "lock", reason: t("passkey.lastRequired") }
                        : { label: t("ui.remove"), icon: "trash", run: () => remove(one) },
                    ]}
                  />
                </li>
              ))}
              <li>
                <div className="profile-list__text">
                  <b>{t("passkey.codes.title")}</b>
                  <small>{t("passkey.codes.left", { count: data.recoveryCodes })}</small>
                </div>
                <Button size="sm" onClick={renew}>
                  {t("passkey.codes.renew")}
                </Button>
              </li>
            </ul>
          )}
        </>
      )}
      {edited && (
        <NameDialog known={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} onCodes={setCodes} />
      )}
      {codes && !edited && <RecoveryCodes codes={codes} submit={t("passkey.codes.kept")} onKept={() => setCodes(undefined)} />}
    </Card>
  )
}
