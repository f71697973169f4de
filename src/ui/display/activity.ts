import { codes } from "../../core/codes"
import type { CodeLook } from "./badge"

/** In use or not: the status that many kinds of record have, 0 and 1 on the wire (decisions §5). */
export const activities = codes("inactive", "active")

export const activityLook: CodeLook<"inactive" | "active"> = {
  of: activities,
  texts: "ui.activity",
  tones: { inactive: "neutral", active: "success" },
}
