import type { Format } from "../../core/text/format"
import type { Translate } from "../../core/text/i18n"

/** Translation and formatters for the content of cells. */
export type CellContext = { t: Translate; format: Format }
