import type { ModuleFlag, ModuleFlags } from "../../../contract/permissions/module-flags"
import { Switch } from "../../../ui/controls/switch"
import { useT } from "../../../ui/hooks/use-t"
import { moduleLabels } from "./module-labels"

type Props = { value: ModuleFlags | null; onChange: (flags: ModuleFlags) => void }

/** One switch for each module. Without flags, which could not be read, there is a line of text. */
export const ModulesField = ({ value: flags, onChange }: Props) => {
  const t = useT()
  if (!flags) return <p className="subtle">{t("tenant.modulesMissing")}</p>
  return (
    <div className="grid-2" id="modules" tabIndex={-1}>
      {(Object.keys(moduleLabels) as ModuleFlag[]).map(flag => (
        <Switch
          key={flag}
          label={t(moduleLabels[flag])}
          value={flags[flag]}
          onChange={isOn => onChange({ ...flags, [flag]: isOn })}
        />
      ))}
    </div>
  )
}
