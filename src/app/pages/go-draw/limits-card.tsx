import type { ProofRound } from "../../../contract/draw-proof/proof"
import { Card } from "../../../ui/display/card"
import { useT } from "../../../ui/hooks/use-t"

/** What the check cannot show (docs/draw-proof.md#what-a-proof-does-not-show). */
export const LimitsCard = ({ round }: { round: ProofRound }) => {
  const t = useT()
  const { publicRandomness: source } = round.lock
  const randomness =
    source.kind === "drand"
      ? t("proof.limit.drand", { round: source.round })
      : t(source.kind === "witness" ? "proof.limit.witness" : "proof.limit.none")
  return (
    <Card title={t("proof.limits")}>
      <ul className="bullets stack-sm">
        <li>{t("proof.limit.lock")}</li>
        <li>{randomness}</li>
        <li>{t("proof.limit.eligibility")}</li>
        <li>{t("proof.limit.delivery")}</li>
      </ul>
    </Card>
  )
}
