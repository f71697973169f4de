import type { Extra, Language } from "../../core/i18n"
import { read } from "../../core/query"
import { i18n } from "../../state/instances"
import { useQuery } from "./use-query"
import { useT } from "./use-t"

/** The dictionary keeps what arrived: nothing else does. */
const texts = read("texts.add", ({ extra }: { extra: Extra; language: Language }) => i18n.add(extra), {
  ttlMs: 0,
  staleTimeMs: 0,
})

/** Texts that only some pages need: fetched for the first of them, and for a language that came without. */
export const useTexts = (extra: Extra) => {
  useT()
  const isHere = i18n.holds(extra)
  const { error, loading, reload } = useQuery(texts, { extra, language: i18n.language() }, !isHere)
  return { isHere, error, loading, reload }
}
