import { useState } from "react"
import { groupDigits, ticketText } from "../../../contract/draw-proof/lock"
import type { ProofRound } from "../../../contract/draw-proof/proof"
import { CopyButton } from "../../../ui/controls/copy-button"
import { Field } from "../../../ui/controls/field"
import { TextInput } from "../../../ui/controls/text-input"
import { Alert } from "../../../ui/display/alert"
import { Card } from "../../../ui/display/card"
import { Facts } from "../../../ui/display/facts"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { registerRoot } from "./proof-source"

/** A code of hexadecimal digits in groups of four, which wraps between the groups. */
export const Code = ({ code }: { code: string }) => (
  <code translate="no" className="proof__code">
    {groupDigits(code)}
  </code>
)

/** The code that a person wrote down, against those of the rounds. @param codes lock codes; the last one counts */
const Compare = ({ codes }: { codes: readonly string[] }) => {
  const t = useT()
  const [typed, setTyped] = useState("")
  const code = typed.replace(/[^0-9a-f]/gi, "").toLowerCase()
  const isComplete = code.length >= 64
  const isSame = code === codes.at(-1)
  const isEarlier = !isSame && codes.includes(code)
  return (
    <div className="stack-sm proof__screen">
      <Field id="compare" label={t("proof.compare")} hint={t("proof.compareHint")}>
        {aria => <TextInput {...aria} className="mono" autoComplete="off" spellCheck={false} value={typed} onChange={setTyped} />}
      </Field>
      {isComplete && (
        <Alert
          tone={isSame ? "success" : isEarlier ? "info" : "warning"}
          title={t(isSame ? "proof.compareSame" : isEarlier ? "proof.compareEarlier" : "proof.compareDiffers")}
        />
      )}
    </div>
  )
}

/** The lock of the last round: its code, when it was made, and what was mixed in. @param codes lock codes of all rounds */
export const LockCard = ({ round, codes, drawDate }: { round: ProofRound; codes: readonly string[]; drawDate: string }) => {
  const t = useT()
  const format = useFormat()
  const { lock } = round
  const { publicRandomness: source } = lock
  const code = codes.at(-1) ?? ""
  return (
    <Card title={t("proof.lock")} note={format.dateTime(lock.lockedAt)}>
      <div className="proof__lock">
        <div>
          <small>{t("proof.lockCode")}</small>
          <Code code={code} />
        </div>
        <CopyButton text={code} label={t("proof.copyLock")} message={t("proof.copied")} />
      </div>
      <p className="muted">{t("proof.lockText")}</p>
      <Facts
        items={[
          [t("proof.lockedAt"), format.dateTime(lock.lockedAt)],
          round.drawnAt === null
            ? [t("proof.drawnFrom"), format.dateTime(drawDate)]
            : [t("proof.drawnAt"), format.dateTime(round.drawnAt)],
          [t("proof.entryCount"), format.number(lock.entryCount)],
          lock.round && [t("proof.round"), format.number(lock.round + 1)],
          lock.ineligible && [t("proof.ineligible"), lock.ineligible.map(position => ticketText(position + 1)).join(", ")],
          [
            t("proof.randomness"),
            source.kind === "drand"
              ? t("proof.randomness.drand", { round: source.round })
              : source.kind === "witness"
                ? t("proof.randomness.witness")
                : t("proof.randomness.none"),
          ],
          lock.register && [
            t("proof.register.place"),
            <a key="register" className="link" href={registerRoot + encodeURIComponent(lock.register.companyId)}>
              {t("proof.register.number", { number: format.number(lock.register.number) })}
            </a>,
          ],
          lock.register && [t("proof.register.previous"), lock.register.previous && <Code code={lock.register.previous} />],
          round.publicValue && [
            t("proof.publicValue"),
            <span key="value" className="mono" translate="no">
              {round.publicValue}
            </span>,
          ],
          round.seed && [t("proof.seed"), <Code key="seed" code={round.seed} />],
        ]}
      />
      <Compare codes={codes} />
    </Card>
  )
}
