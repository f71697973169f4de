import type { ModuleFlag, ModuleFlags } from "../../contract/module-flags"
import type { Key } from "../../core/i18n"
import { Switch } from "../../ui/controls/switch"
import type { FieldOf } from "../../ui/forms/use-form"
import { useT } from "../../ui/hooks/use-t"

/** Names of the modules that a flag switches (docs/contract.md#module-flags). */
export const moduleNames: Record<ModuleFlag, Key> = {
  dashboard: "tenant.moduleDashboard",
  userManagement: "nav.employees",
  campaignManagement: "nav.campaigns",
  drawsManagement: "nav.draws",
  announcements: "nav.announcements",
  surveyManagement: "nav.surveys",
  subsidiaryManagement: "nav.subsidiaries",
  partnerManagement: "nav.partners",
  reports: "nav.reports",
}

/** One switch for each module. Without flags, which could not be read, there is a line of text. */
export const ModulesField = ({ field }: { field: FieldOf<ModuleFlags | null> }) => {
  const t = useT()
  const { value: flags, onChange } = field
  if (!flags) return <p className="subtle">{t("tenant.modulesMissing")}</p>
  return (
    <div className="grid-2" id="modules" tabIndex={-1}>
      {(Object.keys(moduleNames) as ModuleFlag[]).map(flag => (
        <Switch
          key={flag}
          label={t(moduleNames[flag])}
          value={flags[flag]}
          onChange={isOn => onChange({ ...flags, [flag]: isOn })}
        />
      ))}
    </div>
  )
}
