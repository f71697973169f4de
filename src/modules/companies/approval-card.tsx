import { useState } from "react"
import { useSnapshot } from "valtio"
import { type ApprovalNeed, approvableModules, drawNeeds } from "../../contract/approvals"
import type { Answer } from "../../core/http/http"
import { joinTexts } from "../../core/text/join-texts"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { permissions } from "../../state/permissions"
import { Button } from "../../ui/controls/button"
import { Field } from "../../ui/controls/field"
import { Select } from "../../ui/controls/select"
import { Switch } from "../../ui/controls/switch"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { NewPersonNote } from "../../ui/pages/approval/new-person-note"
import { FailedCall } from "../../ui/placeholders/failed-call"
import { approveSetting, endSettingChange, nameOfNeed, namesOfNeeds, setApproval } from "../approval-settings/api"
import { getSettings, type Setting } from "../approvals/api"

/** Days in which a new person does not count as a second one; the platform chooses among them. */
const waitDays = [0, 3, 7, 14, 30]

type ChangeProps = {
  setting: Setting & { change: NonNullable<Setting["change"]> }
  isBusy: boolean
  run: (call: Promise<Answer>, done: "tenant.approval.decided" | "tenant.approval.ended") => void
  mayChange: boolean
}

/** What narrows the setting and waits: who sent it, and the decision. */
const Change = ({ setting: { owner, change }, isBusy, run, mayChange }: ChangeProps) => {
  const t = useT()
  const format = useFormat()
  const { version, isOwn, removed, newPerson } = change
  const texts = [
    removed.length > 0 && t("tenant.approval.changeText", { needs: namesOfNeeds(removed, t) }),
    change.waitDays !== null && t("tenant.approval.changeDays", { days: format.number(change.waitDays) }),
    joinTexts(isOwn ? t("approval.byYou") : change.name || change.email, format.dateTime(change.at)),
  ]
  return (
    <Alert
      tone="warning"
      title={t("tenant.approval.change")}
      text={texts.filter(Boolean).join(" ")}
      actions={
        mayChange && (
          <>
            {!isOwn && (
              <Button
                tone="primary"
                icon="check"
                disabled={isBusy}
                onClick={() => run(approveSetting(owner, version), "tenant.approval.decided")}
              >
                {t("approval.approve")}
              </Button>
            )}
            <Button disabled={isBusy} onClick={() => run(endSettingChange(owner, version), "tenant.approval.ended")}>
              {t(isOwn ? "approval.withdraw" : "approval.return")}
            </Button>
          </>
        )
      }
    >
      {newPerson && <NewPersonNote newPerson={newPerson} />}
    </Alert>
  )
}

/**
 * For what a company, or the platform, needs a second person. Each switch saves at once; what is switched off waits for a second
 * person. @param owner null for the platform; @param mayWrite whether the person may change the company
 */
export const ApprovalCard = ({ owner, mayWrite }: { owner: string | null; mayWrite: boolean }) => {
  const t = useT()
  const isOfCompany = useCurrentUser()?.role !== "Administrator"
  const isRestricted = useSnapshot(permissions).list.length > 0 && isOfCompany
  const mayChange = mayWrite && !isRestricted
  const { entry, isOffered } = useOfferedQuery("approvals", getSettings, undefined)
  const { data, error, reload } = entry
  const [isSaving, setSaving] = useState(false)
  const setting = data?.find(entry => entry.owner === owner)
  const { modules = [], inherited = [], change = null, people = 0, unrestricted = people } = setting ?? {}
  const days = setting?.waitDays ?? null
  const run = async (call: Promise<Answer>, done: string, text?: string) => {
    setSaving(true)
    try {
      const { status } = await call
      notifySuccess(status === 202 ? t("approval.sent") : done, text)
    } catch (failure) {
      notifyFailure(failure, "tenant.approval.settingFailed")
      reload()
    }
    setSaving(false)
  }
  const kept = modules.filter(need => !change?.removed.includes(need))
  const save = (need: ApprovalNeed, isOn: boolean) => {
    const added: ApprovalNeed[] = need === "draws" ? ["draws", "draws.entries"] : [need]
    const needs = isOn ? [...kept, ...added] : kept.filter(name => name !== need)
    const done = t(isOn ? "tenant.approval.settingOn" : "tenant.approval.settingOff")
    return run(setApproval(owner, needs), done, nameOfNeed(need, t))
  }
  const switchOf = (need: ApprovalNeed, hint?: string) => (
    <Switch
      key={need}
      label={nameOfNeed(need, t)}
      hint={hint}
      value={modules.includes(need)}
      disabled={!mayChange || isSaving || (change?.removed.includes(need) && !change.isOwn)}
      onChange={isOn => save(need, isOn || Boolean(change?.removed.includes(need)))}
    />
  )
  return (
    <Card title={t("approval.setting")}>
      {data ? (
        <>
          <p className="muted">
            {t("tenant.approval.settingText")} {t("tenant.approval.narrowText")}
          </p>
          {inherited.length > 0 && (
            <p className="muted">{t("tenant.approval.inherited", { needs: namesOfNeeds(inherited, t) })}</p>
          )}
          {isRestricted && <p className="read-only-note">{t("tenant.approval.byUnrestricted")}</p>}
          {setting && people < 2 ? (
            <p className="read-only-note">{t(owner ? "tenant.approval.alone" : "tenant.approval.alonePlatform")}</p>
          ) : (
            setting &&
            unrestricted < 2 && (
              <p className="read-only-note">{t(owner ? "tenant.approval.noSecond" : "tenant.approval.noSecondPlatform")}</p>
            )
          )}
          {setting && change && (
            <Change
              setting={{ ...setting, change }}
              isBusy={isSaving}
              run={(call, done) => run(call, t(done))}
              mayChange={mayChange}
            />
          )}
          <div className="grid-2" aria-busy={isSaving}>
            {approvableModules.map(module => switchOf(module))}
            {modules.includes("draws") && drawNeeds.map(need => switchOf(need, t(hints[need])))}
          </div>
          {days !== null && (
            <Field id="waitDays" label={t("tenant.approval.waitDays")}>
              {aria => (
                <Select
                  {...aria}
                  value={String(days)}
                  disabled={!mayChange || isSaving}
                  onChange={given => run(setApproval(owner, kept, Number(given)), t("tenant.approval.decided"))}
                  options={[...new Set([...waitDays, days])]
                    .sort((a, b) => a - b)
                    .map(count => ({ value: String(count), label: t("tenant.approval.days", { count }) }))}
                />
              )}
            </Field>
          )}
        </>
      ) : !isOffered ? (
        <p className="subtle">{t("tenant.approval.notOffered")}</p>
      ) : (
        error !== undefined && <FailedCall title={t("tenant.approval.settingNotLoaded")} error={error} onRetry={reload} />
      )}
    </Card>
  )
}

const hints = {
  "draws.entries": "approval.need.entriesHint",
  "draws.drawing": "approval.need.drawingHint",
} as const
