import * as field from "../core/fields"
import { after } from "../core/rules"

/** What the platform announces to everybody, with a read-only mode (docs/contract.md#maintenance). */

export const maxText = 300

/**
 * `text` is shown in both languages unless `textEn` is given. From `startDate` ("": now) to `endDate` ("": until it is lifted) the console can only be
 * read, if `isReadOnly`. It is shown from the moment on in which it is announced, and until its end.
 */
export const fields = {
  text: field.text(maxText, "maintenance.textRequired"),
  textEn: field.text(maxText),
  startDate: field.instantAt(),
  endDate: field.instantAt(),
  isReadOnly: field.special<boolean>(false),
}

export type MaintenanceDraft = field.DraftOf<typeof fields>
export const { blank, rules } = field.draftsOf(fields, { endDate: after("startDate", "rule.endBeforeStart") })

/** Reads an announcement from the wire. */
export const maintenanceOf = (raw: object): MaintenanceDraft => field.readMembers(fields, raw)

/** As the API answers it; a missing date is null. */
export type Maintenance = Omit<MaintenanceDraft, "startDate" | "endDate"> & { startDate: string | null; endDate: string | null }

/** The words in a language. */
export const wordsOf = ({ text, textEn }: Pick<MaintenanceDraft, "text" | "textEn">, language: string) =>
  (language === "en" && textEn) || text
