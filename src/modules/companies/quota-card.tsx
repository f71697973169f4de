import { useState } from "react"
import { moduleOfRecord, nameOfModule } from "../../contract/modules"
import { nearlyFull, type QuotaKind, type QuotaUse } from "../../contract/quotas"
import type { Key } from "../../core/text/i18n"
import { Button } from "../../ui/controls/button"
import { Card } from "../../ui/display/card"
import { Progress } from "../../ui/display/progress"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { getUsage } from "./api"
import { QuotaDialog } from "./quota-dialog"
import { Section } from "./section"

const nameOf = (kind: QuotaKind): Key => {
  const module = moduleOfRecord(kind)
  return module ? nameOfModule(module) : (`tenant.quota.${kind}` as Key)
}

const shareOf = ({ used, limit }: QuotaUse) => (limit > 0 ? Math.min(1, used / limit) : 1)

/**
 * What a company stores of each kind, the fullest first, and for the platform the change of its quotas; absent where the server lacks
 * the call (docs/contract.md#quotas).
 */
export const QuotaCard = ({ company }: { company: { id: string; name: string } }) => {
  const t = useT()
  const format = useFormat()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const [isEditing, setEditing] = useState(false)
  const { entry, isOffered } = useOfferedQuery("companies.quotas", getUsage, company.id)
  if (!isOffered) return null
  const amount = (kind: QuotaKind, value: number) => (kind === "pictures" ? format.fileSize(value) : format.number(value))
  return (
    <Card
      title={t("tenant.quota")}
      foot={
        isPlatform &&
        entry.data && (
          <Button icon="edit" onClick={() => setEditing(true)}>
            {t("tenant.quotaEdit")}
          </Button>
        )
      }
    >
      <Section entry={entry} failed="tenant.quotaFailed">
        {uses => {
          const shown = uses.filter(({ used, isOwn }) => used > 0 || isOwn).sort((a, b) => shareOf(b) - shareOf(a))
          const full = shown.filter(use => shareOf(use) >= nearlyFull)
          return (
            <>
              {full.length > 0 && (
                <p className="read-only-note">
                  {t("tenant.quotaNearlyFull", { kinds: full.map(({ kind }) => t(nameOf(kind))).join(", ") })}{" "}
                  {!isPlatform && t("tenant.quotaHelp")}
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
              {isEditing && (
                <QuotaDialog company={company} uses={uses} nameOf={nameOf} amount={amount} onClose={() => setEditing(false)} />
              )}
            </>
          )
        }}
      </Section>
    </Card>
  )
}
