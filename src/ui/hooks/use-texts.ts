import { useEffect } from "react"
import { read } from "../../core/http/query"
import type { Language } from "../../core/text/i18n"
import { i18n } from "../../state/instances"
import { useQuery } from "./use-query"
import { useT } from "./use-t"

/** Not cached: the dictionary keeps the loaded texts. */
const texts = read("texts.add", ({ namespace }: { namespace: string; language: Language }) => i18n.loadNamespace(namespace), {
  ttlMs: 0,
  staleTimeMs: 0,
})

/** Loads long texts, which are a file of their own in locales/, in each language that lacks them. */
export const useTexts = (namespace: string) => {
  useT()
  const isLoaded = i18n.hasNamespaces(namespace)
  useEffect(() => i18n.showNamespaces([namespace]), [namespace])
  const { error, loading, reload } = useQuery(texts, { namespace, language: i18n.language() }, !isLoaded)
  return { isLoaded, error, loading, reload }
}
