import { useState } from "react"
import { useLocation } from "wouter"
import { isAddableBy } from "../../contract/payments"
import { pool } from "../../core/concurrency/pool"
import { errorMessage } from "../../core/http/errors"
import { Button } from "../../ui/controls/button"
import { Checkbox } from "../../ui/controls/checkbox"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { maxParallelCalls } from "../../ui/lists/bulk-action"
import { ActionBar } from "../../ui/pages/form/action-bar"
import { QueryPlaceholder } from "../../ui/pages/loading/query-placeholder"
import { PageHeader } from "../../ui/pages/page-header"
import { Empty } from "../../ui/placeholders/empty"
import { allProviders, setProviderUse } from "./api"
import { offerOpposite } from "./use"

/** The page on which a company adds platform providers (docs/contract.md#platform-providers). */
export const AddTransfer = () => {
  const t = useT()
  const { base } = useScreenContext()
  const [, navigate] = useLocation()
  const tenantId = useCurrentUser()?.tenantId ?? ""
  const entry = useQuery(allProviders, undefined)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [failures, setFailures] = useState<string[]>([])
  const title = t("payment.takeOver")
  useTitle(title)

  const available = entry.data?.filter(provider => isAddableBy(provider, tenantId))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const save = async () => {
    setBusy(true)
    const rows = (available ?? []).filter(({ id }) => chosen.has(id))
    const results = await pool(rows, maxParallelCalls, ({ id }) => setProviderUse(id, tenantId, true))
    const failed = rows.flatMap(({ name }, index) => {
      const result = results[index]
      return result?.status === "rejected" ? [`${name}: ${errorMessage(result.reason, "payment.updateFailed", t)}`] : []
    })
    setBusy(false)
    setFailures(failed)
    if (failed.length) return
    offerOpposite(t("payment.takenOver", { count: rows.length }), rows, tenantId, true)
    navigate(base)
  }

  return (
    <>
      <PageHeader title={title} text={t("payment.takeOverText")} trail={[{ label: t("payment.many"), href: base }]} />
      {failures.length > 0 && (
        <Alert tone="danger" title={t("payment.takeOverFailed")}>
          <ul>
            {failures.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
      {!available && <QueryPlaceholder entry={entry} failed={t("payment.loadFailed")} />}
      {available?.length === 0 && (
        <Empty
          icon="wallet"
          title={t("payment.nothingToTake")}
          text={t("payment.nothingToTakeText")}
          actions={[{ label: t("payment.many"), href: base }]}
        />
      )}
      {available && available.length > 0 && (
        <>
          <Card title={t("payment.offered")}>
            {available.map(({ id, name, description }) => (
              <Checkbox key={id} label={name} hint={description} value={chosen.has(id)} onChange={() => toggle(id)} />
            ))}
          </Card>
          <ActionBar onCancel={() => navigate(base)}>
            <Button tone="primary" busy={isBusy} disabled={chosen.size === 0} onClick={save}>
              {chosen.size ? t("payment.takeOverMany", { count: chosen.size }) : title}
            </Button>
          </ActionBar>
        </>
      )}
    </>
  )
}
