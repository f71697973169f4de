import type { ExtraNamespace, Language } from "../../core/i18n"
import { read } from "../../core/query"
import { i18n } from "../../state/instances"
import { useQuery } from "./use-query"
import { useT } from "./use-t"

/** The dictionary keeps what arrived: nothing else does. */
const texts = read("texts.add", ({ extra }: { extra: ExtraNamespace; language: Language }) => i18n.loadNamespace(extra), {
  ttlMs: 0,
  staleTimeMs: 0,
})

/** Texts that only some pages need: fetched for the first of them, and for a language that came without. */
export const useTexts = (extra: ExtraNamespace) => {
  useT()
  const isHere = i18n.hasNamespace(extra)
  const { error, loading, reload } = useQuery(texts, { extra, language: i18n.language() }, !isHere)
  return { isHere, error, loading, reload }
}
