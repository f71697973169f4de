import type { Code } from "../../core/codes"
import { Switch } from "../controls/switch"
import { activeStatuses } from "../display/active-status"
import { useT } from "../hooks/use-t"
import type { FieldOf } from "./use-form"

/** Sets a record active or inactive. */
export const ActiveSwitch = ({ field, hint }: { field: FieldOf<Code>; hint: string }) => {
  const t = useT()
  return (
    <Switch
      label={t("ui.activity.active")}
      hint={hint}
      value={activeStatuses.name(field.value) === "active"}
      onChange={isActive => field.onChange(activeStatuses.value(isActive ? "active" : "inactive"))}
    />
  )
}
