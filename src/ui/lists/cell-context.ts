import type { Format } from "../../core/format"
import type { Translate } from "../../core/i18n"

/** Translation and formatters for the content of cells. */
export type CellContext = { t: Translate; format: Format }
