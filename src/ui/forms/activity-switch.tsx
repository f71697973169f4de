import type { Code } from "../../core/codes"
import { Switch } from "../controls/switch"
import { activities } from "../display/activity"
import { useT } from "../hooks/use-t"
import type { FieldOf } from "./use-form"

/** Sets a record active or inactive. */
export const ActivitySwitch = ({ field, hint }: { field: FieldOf<Code>; hint: string }) => {
  const t = useT()
  return (
    <Switch
      label={t("ui.activity.active")}
      hint={hint}
      value={activities.name(field.value) === "active"}
      onChange={isOn => field.onChange(activities.value(isOn ? "active" : "inactive"))}
    />
  )
}
