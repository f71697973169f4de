import { useState } from "react"
import type { Company } from "../../contract/companies"
import { joinTexts } from "../../core/text/join-texts"
import { confirmation } from "../../state/instances"
import { notifyFailure, notifySuccess } from "../../state/notifications"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { approveErasure, cancelErasure, getErasure, requestErasure } from "./api"
import { Section } from "./section"

/**
 * The erasure of a company by two administrators of the platform: asked for, approved, and called off until it is due; absent where the
 * server lacks the call (docs/contract.md#company-erasures).
 */
export const ErasureCard = ({ company: { id, name } }: { company: Company }) => {
  const t = useT()
  const format = useFormat()
  const mayWrite = useScreenContext().may("write")
  const [isBusy, setBusy] = useState(false)
  const { entry, isOffered } = useOfferedQuery("companies.erasure", getErasure, id)
  if (!isOffered) return null
  const run = async (call: (id: string) => Promise<unknown>, done: "requested" | "approved" | "cancelled") => {
    setBusy(true)
    await call(id)
      .then(() => notifySuccess(t(`tenant.erasure.${done}`), name))
      .catch(error => notifyFailure(error, "tenant.erasure.failed"))
    setBusy(false)
  }
  const ask = async (call: typeof requestErasure, part: "request" | "approve") => {
    const isConfirmed = await confirmation.ask({
      title: t(`tenant.erasure.${part}Title`, { name }),
      text: t(`tenant.erasure.${part}Text`),
      confirmLabel: t(`tenant.erasure.${part}`),
      tone: "danger",
    })
    if (isConfirmed) await run(call, part === "request" ? "requested" : "approved")
  }
  return (
    <Card title={t("tenant.erasure")}>
      <Section entry={entry} failed="tenant.erasure.readFailed">
        {({ erasure }) =>
          erasure ? (
            <Alert
              tone="danger"
              title={erasure.dueAt ? t("tenant.erasure.due", { date: format.date(erasure.dueAt) }) : t("tenant.erasure.waits")}
              text={joinTexts(
                t("tenant.erasure.requestedBy", { name: erasure.requestedBy, date: format.dateTime(erasure.requestedAt) }),
                erasure.approvedBy && t("tenant.erasure.approvedBy", { name: erasure.approvedBy }),
                erasure.isOwn && !erasure.dueAt && t("tenant.erasure.byAnother"),
              )}
              actions={
                mayWrite && (
                  <>
                    {!erasure.isOwn && !erasure.dueAt && (
                      <Button tone="danger" icon="check" disabled={isBusy} onClick={() => ask(approveErasure, "approve")}>
                        {t("tenant.erasure.approve")}
                      </Button>
                    )}
                    <Button disabled={isBusy} onClick={() => run(cancelErasure, "cancelled")}>
                      {t("tenant.erasure.cancel")}
                    </Button>
                  </>
                )
              }
            />
          ) : (
            <>
              <p className="subtle">{t("tenant.erasure.text")}</p>
              {mayWrite && (
                <div>
                  <Button tone="danger" icon="trash" disabled={isBusy} onClick={() => ask(requestErasure, "request")}>
                    {t("tenant.erasure.request")}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Section>
    </Card>
  )
}
