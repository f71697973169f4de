import { type Code, codes } from "../../core/codes"
import type { Option } from "../../core/http/options"
import type { CodeLook } from "./badge"

/** The status codes of records that are active or inactive (docs/contract-records.md#brand). */
export const activeStatuses = codes("inactive", "active")

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
