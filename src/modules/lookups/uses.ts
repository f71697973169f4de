import type { LookupUse } from "../../contract/categories"
import type { Key, Translate } from "../../core/text/i18n"

/** The kinds of records that name categories and departments, in the order of the menus. */
const kinds = ["campaign", "draw", "announcement", "survey", "brand", "user", "payment", "gift"]

export const totalOf = ({ uses }: LookupUse) => Object.values(uses).reduce((sum, count) => sum + count, 0)

/** Returns what names a row: "12 campaigns, 3 partners"; "" for nothing. */
export const usesText = ({ uses }: LookupUse, t: Translate): string =>
  kinds
    .filter(kind => uses[kind])
    .map(kind => t(`lookup.uses.${kind}` as Key, { count: uses[kind] ?? 0 }))
    .join(", ")
