import { codes } from "../../core/codes"
import type { CodeLook } from "./badge"

/** The status codes of records that are active or inactive (docs/contract.md#partner-codes). */
export const activeStatuses = codes("inactive", "active")

export const activeStatusLook: CodeLook<"inactive" | "active"> = {
  of: activeStatuses,
  texts: "ui.activity",
  tones: { inactive: "neutral", active: "success" },
}
