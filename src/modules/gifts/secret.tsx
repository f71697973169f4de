import { useState } from "react"
import { Button } from "../../ui/button"
import { saySuccess } from "../../ui/say"
import { useT } from "../../ui/use-t"

/** A secret that is shown on demand and copied without being shown. */
export const Secret = ({ value }: { value: string }) => {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const copy = () => navigator.clipboard?.writeText(value).then(() => saySuccess(t("gift.codeCopied")))
  return (
    <span className="row">
      <code>{isShown ? value : "••••••••"}</code>
      <Button size="sm" tone="ghost" onClick={() => setShown(!isShown)}>
        {t(isShown ? "gift.codeHide" : "gift.codeShow")}
      </Button>
      {typeof navigator.clipboard?.writeText === "function" && (
        <Button size="sm" tone="ghost" icon="copy" onClick={copy}>
          {t("gift.codeCopy")}
        </Button>
      )}
    </span>
  )
}
