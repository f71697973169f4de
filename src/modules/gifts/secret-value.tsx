import { useState } from "react"
import { Button } from "../../ui/controls/button"
import { CopyButton } from "../../ui/controls/copy-button"
import { useT } from "../../ui/hooks/use-t"

/** A masked value with buttons that show and copy it. */
export const SecretValue = ({ value }: { value: string }) => {
  const t = useT()
  const [isShown, setShown] = useState(false)
  return (
    <span className="row">
      <code translate="no">{isShown ? value : "••••••••"}</code>
      <Button size="sm" tone="ghost" onClick={() => setShown(!isShown)}>
        {t(isShown ? "gift.codeHide" : "gift.codeShow")}
      </Button>
      <CopyButton text={value} message={t("codes.copied")} />
    </span>
  )
}
