import { methods } from "../../../contract/draws/draws"
import type { Code } from "../../../core/codes"
import type { Format } from "../../../core/text/format"
import type { Translate } from "../../../core/text/i18n"

/**
 * Returns the chance to win in plain words, or an empty text without entries or places.
 * @param weight sum of the chances of all entries: of their scores in a score-based draw
 */
export const oddsText = (
  { method, entries, places, weight }: { method: Code; entries: number; places: number; weight: number },
  t: Translate,
  format: Format,
): string => {
  if (!places) return ""
  const name = methods.name(method)
  if (name === "firstComeFirstServed") return t("draw.odds.first", { count: places })
  if (!entries) return ""
  if (places >= entries)
    return [t("draw.odds.all"), places > entries && t("draw.odds.left", { count: places - entries })].filter(Boolean).join(" ")
  if (name === "scoreBased") {
    if (!weight) return ""
    const average = weight / entries
    return t("draw.odds.score", {
      total: format.number(weight),
      average: format.number(Math.round(average)),
      percent: format.percent(shown((average / weight) * 100)),
    })
  }
  return t("draw.odds.random", {
    percent: format.percent(shown((places / entries) * 100)),
    people: format.number(Math.round(entries / places)),
  })
}

/** A percentage with two significant digits below one, so that a small chance does not read as none. */
const shown = (percent: number) => (percent < 1 ? Number(percent.toPrecision(2)) : Math.round(percent * 10) / 10)
