import { type FormEvent, useEffect, useRef, useState } from "react"
import { ticketText } from "../../../contract/draw-proof/lock"
import type { Proof } from "../../../contract/draw-proof/proof"
import { checkReceipt } from "../../../contract/draw-proof/receipt"
import { webHashing } from "../../../core/hashing/web-hashing"
import { Button } from "../../../ui/controls/button"
import { Field } from "../../../ui/controls/field"
import { TextInput } from "../../../ui/controls/text-input"
import { Alert } from "../../../ui/display/alert"
import type { BadgeTone } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { useT } from "../../../ui/hooks/use-t"
import { type Outcome, outcomeOf } from "./current-winners"

type Found = { ticket: number; outcome: Outcome } | "absent" | "malformed"

const tones: Record<Outcome["kind"], BadgeTone> = {
  won: "success",
  reserve: "info",
  entered: "info",
  lost: "neutral",
  ineligible: "warning",
  dropped: "warning",
}

const OutcomeAlert = ({ ticket, outcome }: { ticket: number; outcome: Outcome }) => {
  const t = useT()
  const texts = {
    won: () => t("proof.receipt.wonText", { prize: "prize" in outcome ? outcome.prize : "" }),
    reserve: () =>
      outcome.kind === "reserve" ? t("proof.receipt.reserveText", { prize: outcome.prize, place: outcome.at }) : "",
    dropped: () =>
      outcome.kind === "dropped"
        ? t("proof.receipt.droppedText", { prize: outcome.prize, reason: t(`proof.reason.${outcome.reason}`) })
        : "",
    entered: () => t("proof.receipt.enteredText"),
    lost: () => t("proof.receipt.lostText"),
    ineligible: () => t("proof.reason.ineligible"),
  }
  return (
    <Alert
      tone={tones[outcome.kind]}
      title={t(`proof.receipt.${outcome.kind}`, { ticket: ticketText(ticket) })}
      text={texts[outcome.kind]()}
    />
  )
}

/** "Was I in it?": looks up the entry of a receipt. @param given receipt of the page's link; "" without one */
export const ReceiptCard = ({ proof, given }: { proof: Proof; given: string }) => {
  const t = useT()
  const [text, setText] = useState(given)
  const [found, setFound] = useState<Found>()
  const file = useRef<HTMLInputElement>(null)
  const round = proof.rounds.at(-1)

  const look = async (receipt: string) => {
    const result = await checkReceipt(webHashing, proof, receipt)
    if (!result.isFound) setFound(result.reason === "malformed" ? "malformed" : "absent")
    else if (round) setFound({ ticket: result.position + 1, outcome: outcomeOf(proof, round, result.position) })
  }
  const initial = useRef(look)
  useEffect(() => {
    if (given) initial.current(given)
  }, [given])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    look(text)
  }
  const onFile = async (chosen: File | undefined) => {
    if (!chosen) return
    const content = chosen.size < 10_000 ? (await chosen.text()).trim() : ""
    setText(content)
    look(content)
  }
  return (
    <section className="proof__screen">
      <Card title={t("proof.receipt")}>
        <p className="muted">{t("proof.receiptText")}</p>
        <form className="stack-sm" onSubmit={onSubmit} noValidate>
          <Field
            id="receipt"
            label={t("proof.receiptCode")}
            error={found === "malformed" ? t("proof.receiptInvalid") : undefined}
          >
            {aria => (
              <TextInput
                {...aria}
                className="mono"
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={value => {
                  setText(value)
                  setFound(undefined)
                }}
              />
            )}
          </Field>
          <div className="button-row">
            <Button type="submit">{t("proof.receiptCheck")}</Button>
            <Button tone="ghost" icon="file" onClick={() => file.current?.click()}>
              {t("proof.receiptFile")}
            </Button>
            <input
              ref={file}
              hidden
              type="file"
              accept=".txt,text/plain"
              onChange={event => {
                onFile(event.target.files?.[0])
                event.target.value = ""
              }}
            />
          </div>
        </form>
        {found === "absent" && <Alert tone="warning" title={t("proof.receipt.absent")} text={t("proof.receipt.absentText")} />}
        {typeof found === "object" && <OutcomeAlert {...found} />}
      </Card>
    </section>
  )
}
