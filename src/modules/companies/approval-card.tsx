import { useState } from "react"
import { type ApprovableModule, approvableModules } from "../../contract/approvals"
import { nameOfModule } from "../../contract/modules"
import { isMissingCall } from "../../core/http/errors"
import { config } from "../../state/config"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { Switch } from "../../ui/controls/switch"
import { Card } from "../../ui/display/card"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { FailedCall } from "../../ui/placeholders/failed-call"
import { getSettings, setApproval } from "../approvals/api"

/**
 * For which modules a company, or the platform, needs a second person. Each switch saves at once.
 * @param owner null for the platform; @param mayChange whether the switches are enabled
 */
export const ApprovalCard = ({ owner, mayChange }: { owner: string | null; mayChange: boolean }) => {
  const t = useT()
  const { data, error, reload } = useQuery(getSettings, undefined, config.extensions)
  const [isSaving, setSaving] = useState(false)
  const setting = data?.find(entry => entry.owner === owner)
  const modules = setting?.modules ?? []
  const save = async (module: ApprovableModule, isOn: boolean) => {
    setSaving(true)
    try {
      await setApproval(owner, isOn ? [...modules, module] : modules.filter(name => name !== module))
      notifySuccess(t(isOn ? "tenant.approval.settingOn" : "tenant.approval.settingOff"), t(nameOfModule(module)))
    } catch (failure) {
      notifyFailure(failure, "tenant.approval.settingFailed")
    }
    setSaving(false)
  }
  return (
    <Card title={t("tenant.approval.setting")}>
      {data ? (
        <>
          <p className="muted">{t("tenant.approval.settingText")}</p>
          {setting && setting.people < 2 && (
            <p className="read-only-note">{t(owner ? "tenant.approval.alone" : "tenant.approval.alonePlatform")}</p>
          )}
          <div className="grid-2" aria-busy={isSaving}>
            {approvableModules.map(module => (
              <Switch
                key={module}
                label={t(nameOfModule(module))}
                value={modules.includes(module)}
                disabled={!mayChange || isSaving}
                onChange={isOn => save(module, isOn)}
              />
            ))}
          </div>
        </>
      ) : !config.extensions || isMissingCall(error) ? (
        <p className="subtle">{t("tenant.approval.notOffered")}</p>
      ) : (
        error !== undefined && <FailedCall title={t("tenant.approval.settingNotLoaded")} error={error} onRetry={reload} />
      )}
    </Card>
  )
}
