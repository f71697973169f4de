import { activeStatuses, type Code } from "../../core/codes"
import type { Option } from "../../core/http/options"
import type { CodeLook } from "./badge"

export const activeStatusLook: CodeLook<"inactive" | "active"> = {
  of: activeStatuses,
  texts: "ui.activity",
  tones: { inactive: "neutral", active: "success" },
}

/** Returns named records as options; forms do not offer those that are inactive. */
export const activeOptions = (rows: readonly { id: string; name: string; status?: Code }[]): Option[] =>
  rows.map(({ id, name, status }) => ({
    value: id,
    label: name,
    blockedReason: status !== undefined && activeStatuses.name(status) === "inactive" ? "ui.activity.inactive" : undefined,
  }))
