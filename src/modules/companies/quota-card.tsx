import { moduleOfRecord, nameOfModule } from "../../contract/modules"
import type { QuotaUse } from "../../contract/quotas"
import type { Key } from "../../core/text/i18n"
import { config } from "../../state/config"
import { Card } from "../../ui/display/card"
import { Progress } from "../../ui/display/progress"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { getUsage } from "./api"
import { isNotOffered, Section } from "./section"

/** The share of a quota from which on a company is told. */
const nearlyFull = 0.8

const nameOf = (kind: QuotaUse["kind"]): Key => {
  const module = moduleOfRecord(kind)
  return module ? nameOfModule(module) : (`tenant.quota.${kind}` as Key)
}

const shareOf = ({ used, limit }: QuotaUse) => (limit > 0 ? Math.min(1, used / limit) : 1)

/** What a company stores of each kind, the fullest first; absent where the server lacks the call (docs/contract.md#quotas). */
export const QuotaCard = ({ id }: { id: string }) => {
  const t = useT()
  const format = useFormat()
  const entry = useQuery(getUsage, id, config.extensions)
  if (!config.extensions || (!entry.data && isNotOffered(entry.error))) return null
  const amount = (kind: string, value: number) => (kind === "pictures" ? format.fileSize(value) : format.number(value))
  return (
    <Card title={t("tenant.quota")}>
      <Section entry={entry} failed="tenant.quotaFailed">
        {uses => {
          const shown = uses.filter(({ used, isOwn }) => used > 0 || isOwn).sort((a, b) => shareOf(b) - shareOf(a))
          const full = shown.filter(use => shareOf(use) >= nearlyFull)
          return (
            <>
              {full.length > 0 && (
                <p className="read-only-note">
                  {t("tenant.quotaNearlyFull", { kinds: full.map(({ kind }) => t(nameOf(kind))).join(", ") })}
                </p>
              )}
              <ul className="stack-sm">
                {shown.map(use => (
                  <li key={use.kind} className="meter">
                    <div className="row row-between">
                      {t(nameOf(use.kind))}
                      <span className="subtle">
                        {t("tenant.quotaUsed", { used: amount(use.kind, use.used), limit: amount(use.kind, use.limit) })}
                      </span>
                    </div>
                    <Progress value={shareOf(use)} label={t(nameOf(use.kind))} />
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Section>
    </Card>
  )
}
