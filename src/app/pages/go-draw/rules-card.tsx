import type { ProofRules } from "../../../contract/draw-proof/proof"
import { Card } from "../../../ui/display/card"
import { Facts } from "../../../ui/display/facts"
import { untranslated } from "../../../ui/display/untranslated"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"

/** The rules as they were locked. */
export const RulesCard = ({ rules }: { rules: ProofRules }) => {
  const t = useT()
  const format = useFormat()
  const { company, eligibility, excludeLastDraws, organisers } = rules
  const count = eligibility === "new" ? rules.newDays : rules.seniorYears
  return (
    <Card title={t("proof.rules")}>
      <Facts
        items={[
          company && [t("proof.company"), untranslated(company)],
          [t("proof.method"), t(`proof.method.${rules.method}`)],
          [t("proof.eligibility"), t(`proof.eligibility.${eligibility}`, { count })],
          excludeLastDraws && [t("proof.excluded"), t("proof.excludedWinners", { count: excludeLastDraws })],
          organisers !== undefined && [t("proof.organisers"), format.number(organisers)],
          [t("proof.period"), format.period(rules.startDate, rules.endDate)],
          [t("proof.drawDate"), format.dateTime(rules.drawDate)],
          ...rules.prizes.map(({ name, quantity }) => [name, `× ${format.number(quantity)}`] as const),
        ]}
      />
      {rules.terms && (
        <details>
          <summary>{t("proof.terms")}</summary>
          <p className="prose">{rules.terms}</p>
        </details>
      )}
    </Card>
  )
}
