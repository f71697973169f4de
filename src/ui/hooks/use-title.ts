import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { joinTexts } from "../../core/text/join-texts"
import { theme } from "../../state/theme"
import { useT } from "./use-t"

/** Sets the document's title to the title of the screen and the name of the company, or of the product without a company. */
export const useTitle = (title: string) => {
  const t = useT()
  const { name } = useSnapshot(theme)
  const owner = name ?? t("app.name")
  useEffect(() => {
    document.title = title === owner ? owner : joinTexts(title, owner)
  }, [title, owner])
}
