import type { Draw, Winner } from "../../../contract/draws/draws"
import { maskName } from "../../../core/text/mask-name"
import { codeLabel } from "../../../ui/display/badge"
import type { CellContext } from "../../../ui/lists/cell-context"
import { downloadValues } from "../../../ui/lists/csv-file"
import { dateValues, type ExportValue, numberValue, textValue } from "../../../ui/lists/export-values"
import { reasonTexts, stateLook } from "../resource"
import { hasPrize, isIn } from "./winners"

/** The file of winners and reserves (docs/console.md#winners-as-a-file). */

/** The order of a public list: those who have a prize first, by prizes. */
const inOrder = (winners: readonly Winner[]) =>
  [...winners].sort((a, b) => Number(hasPrize(b)) - Number(hasPrize(a)) || a.place - b.place)

const prize = textValue<Winner>("draw.prize", row => row.prize)
const kind = textValue<Winner>("drawFile.kind", (row, { t }) =>
  t(!row.reserve || row.replaces !== null ? "drawFile.winner" : "drawFile.reserve"),
)
const ticket = numberValue<Winner>("draw.ticket", row => row.ticket)
const state = textValue<Winner>("draw.custody", (row, { t }) => codeLabel(stateLook, row.state, t))

const full: ExportValue<Winner>[] = [
  prize,
  kind,
  textValue("draw.person", row => row.name),
  textValue("draw.departmentId", row => row.departmentName ?? ""),
  ticket,
  numberValue("draw.score", row => row.score),
  state,
  ...dateValues<Winner>("drawFile.stateAt", row => row.stateAt),
  textValue("draw.reason", (row, { t }) => (row.reason === null ? "" : codeLabel(reasonTexts, row.reason, t))),
]

/** For public use: no department, no score, and names as their first letters. */
const masked: ExportValue<Winner>[] = [prize, kind, textValue("draw.person", row => maskName(row.name)), ticket]

/** Downloads winners and reserves as CSV. @param isMasked for public use: names as "A*** Y***", and only those who have or wait for a prize */
export const downloadWinners = ({ title, winners }: Draw, isMasked: boolean, context: CellContext) => {
  const values = isMasked ? masked : full
  const rows = inOrder(winners).filter(winner => !isMasked || isIn(winner))
  downloadValues(`${title} ${context.t("drawFile.name")}`, values, rows, context)
}
