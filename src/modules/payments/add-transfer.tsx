import { useState } from "react"
import { useSnapshot } from "valtio"
import { useLocation } from "wouter"
import { isAddableBy, type Provider } from "../../contract/payments"
import { errorMessage } from "../../core/errors"
import { pool } from "../../core/pool"
import { currentUser, type SessionState, session } from "../../state/session"
import { Button } from "../../ui/controls/button"
import { Checkbox } from "../../ui/controls/checkbox"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { Empty } from "../../ui/display/empty"
import { ErrorPanel } from "../../ui/display/error-panel"
import { Waiting } from "../../ui/display/waiting"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { notifySuccess } from "../../ui/overlays/notifications"
import { PageHeader } from "../../ui/pages/page-header"
import { useScreenContext } from "../../ui/pages/screen-context"
import { addProviderToCompany, allProviders } from "./api"

const width = 4

/** A company picks, from the platform's providers that it does not use yet, the ones to take over (decisions §6). */
export const AddTransfer = () => {
  const t = useT()
  const { base } = useScreenContext()
  const [, navigate] = useLocation()
  const tenantId = currentUser(useSnapshot(session) as SessionState)?.tenantId ?? ""
  const entry = useQuery(allProviders, undefined)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [failures, setFailures] = useState<string[]>([])
  const title = t("payment.takeOver")
  useTitle(title)

  const offered = entry.data?.filter(provider => isAddableBy(provider, tenantId))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const save = async () => {
    setBusy(true)
    const failed: string[] = []
    const rows = (offered ?? []).filter(({ id }) => chosen.has(id))
    await pool(rows, width, (row: Provider) =>
      addProviderToCompany(row.id, tenantId).catch((error: unknown) => {
        failed.push(`${row.name}: ${errorMessage(error, "payment.updateFailed", t)}`)
      }),
    )
    setBusy(false)
    setFailures(failed)
    if (failed.length) return
    notifySuccess(t("payment.takenOver", { count: rows.length }))
    navigate(base)
  }

  return (
    <>
      <PageHeader
        title={title}
        text={t("payment.takeOverText")}
        trail={[{ label: t("payment.many"), href: base }]}
        current={title}
      />
      {failures.length > 0 && (
        <Alert tone="danger" title={t("payment.takeOverFailed")}>
          <ul>
            {failures.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
      {!offered && entry.error === undefined && <Waiting onCancel={entry.cancel} />}
      {!offered && entry.error !== undefined && (
        <ErrorPanel title={t("payment.loadFailed")} error={entry.error} onRetry={entry.reload} />
      )}
      {offered?.length === 0 && (
        <Empty
          tone="neutral"
          icon="wallet"
          title={t("payment.nothingToTake")}
          text={t("payment.nothingToTakeText")}
          actions={[{ label: t("payment.many"), href: base }]}
        />
      )}
      {offered && offered.length > 0 && (
        <>
          <Card title={t("payment.offered")}>
            {offered.map(({ id, name, description }) => (
              <Checkbox key={id} label={name} hint={description} value={chosen.has(id)} onChange={() => toggle(id)} />
            ))}
          </Card>
          <div className="action-bar">
            <p className="wide-only" />
            <Button tone="ghost" onClick={() => navigate(base)}>
              {t("ui.cancel")}
            </Button>
            <Button tone="primary" busy={isBusy} disabled={chosen.size === 0} onClick={save}>
              {chosen.size ? t("payment.takeOverMany", { count: chosen.size }) : title}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
