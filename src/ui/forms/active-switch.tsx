import { memo } from "react"
import { activeStatuses, type Code } from "../../core/codes"
import type { Bound } from "../../core/form/parts"
import { Switch } from "../controls/switch"
import { activeStatusLook } from "../display/active-status"
import { codeLabel } from "../display/badge"
import { useT } from "../hooks/use-t"
import { useBound } from "./bound"

/** Sets a record active or inactive. A status that is unknown or missing is named, and stays until the switch is used. */
export const ActiveSwitch = memo((bound: Bound<Code> & { hint?: string }) => {
  const t = useT()
  const { field, hint } = useBound(bound)
  return (
    <Switch
      label={t("ui.activity.active")}
      hint={
        activeStatuses.name(field.value)
          ? hint
          : `${t("ui.storedStatus", { status: codeLabel(activeStatusLook, field.value, t) })} ${hint ?? ""}`
      }
      value={activeStatuses.name(field.value) === "active"}
      onChange={isActive => field.onChange(activeStatuses.value(isActive ? "active" : "inactive"))}
    />
  )
})
