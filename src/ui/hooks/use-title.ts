import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { theme } from "../../state/theme"
import { useT } from "./use-t"

/** Writes the document's title: the screen, then whose console it is. */
export const useTitle = (title: string) => {
  const t = useT()
  const { name } = useSnapshot(theme)
  const owner = name ?? t("app.name")
  useEffect(() => {
    document.title = title === owner ? owner : `${title} · ${owner}`
  }, [title, owner])
}
