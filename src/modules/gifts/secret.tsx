import { useState } from "react"
import { Button } from "../../ui/controls/button"
import { CopyButton } from "../../ui/controls/copy-button"
import { useT } from "../../ui/hooks/use-t"

/** A secret that is shown on demand and copied without being shown. */
export const Secret = ({ value }: { value: string }) => {
  const t = useT()
  const [isShown, setShown] = useState(false)
  return (
    <span className="row">
      <code>{isShown ? value : "••••••••"}</code>
      <Button size="sm" tone="ghost" onClick={() => setShown(!isShown)}>
        {t(isShown ? "gift.codeHide" : "gift.codeShow")}
      </Button>
      <CopyButton text={value} done={t("gift.codeCopied")} />
    </span>
  )
}
