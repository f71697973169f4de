import { useEffect, useRef, useState } from "react"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useT } from "../../../ui/hooks/use-t"

/** Deletes the answers that were not sent, after a question within the page. */
export const ClearAnswers = ({ isOffered, onClear }: { isOffered: boolean; onClear: () => void }) => {
  const t = useT()
  const [step, setStep] = useState<"idle" | "asking" | "cleared">("idle")
  const cancel = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const isAsking = step === "asking"
  const wasAsking = useRef(false)

  useEffect(() => {
    if (isAsking) cancel.current?.focus()
    else if (wasAsking.current) first.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  if (isAsking && isOffered)
    return (
      <Alert
        tone="warning"
        title={t("answering.clearAsk")}
        text={t("answering.clearText")}
        actions={
          <>
            <Button ref={cancel} onClick={() => setStep("idle")}>
              {t("ui.cancel")}
            </Button>
            <Button
              tone="danger"
              icon="trash"
              onClick={() => {
                onClear()
                setStep("cleared")
                scrollTo(0, 0)
                document.getElementById("main")?.focus({ preventScroll: true })
              }}
            >
              {t("answering.clear")}
            </Button>
          </>
        }
      />
    )
  return (
    <>
      {isOffered && (
        <Button ref={first} className="answering__clear" tone="ghost" size="sm" icon="trash" onClick={() => setStep("asking")}>
          {t("answering.clear")}
        </Button>
      )}
      <p className="sr-only" role="status">
        {step === "cleared" && !isOffered && t("answering.cleared")}
      </p>
    </>
  )
}
