import { isUsedBy, type Provider } from "../../contract/payments"
import { activeStatuses } from "../../core/codes"
import type { Translate } from "../../core/text/i18n"
import { i18n } from "../../state/instances"
import { notifyFailure } from "../../state/notifications"
import { notify, undoDurationMs } from "../../state/toasts"
import { Button } from "../../ui/controls/button"
import { activeStatusLook } from "../../ui/display/active-status"
import { Badge, codeBadge, codeLabel } from "../../ui/display/badge"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { setProviderUse } from "./api"

/** Whether a company uses a provider of the platform, and the change of it (docs/contract.md#platform-providers). */

/** The id of the person's company; undefined for the platform's staff. */
export const useCompanyId = () => {
  const user = useCurrentUser()
  return user?.role === "TenantAdmin" ? user.tenantId : undefined
}

/** @param tenantId of the company that looks at the provider. @returns undefined for its own providers, and for the platform */
const offeredUse = (provider: Provider, tenantId: string | undefined) =>
  tenantId && provider.tenantId === null ? isUsedBy(provider, tenantId) : undefined

/** Of an active provider of the platform a company sees whether it uses the provider, of others the status. */
const shownUse = (provider: Provider, tenantId: string | undefined) =>
  activeStatuses.name(provider.status) === "active" ? offeredUse(provider, tenantId) : undefined

const textOfUse = (isUsed: boolean) => (isUsed ? "payment.inUse" : "payment.notInUse")

export const statusText = (provider: Provider, tenantId: string | undefined, t: Translate) => {
  const isUsed = shownUse(provider, tenantId)
  return isUsed === undefined ? codeLabel(activeStatusLook, provider.status, t) : t(textOfUse(isUsed))
}

export const statusBadge = (provider: Provider, tenantId: string | undefined, t: Translate) => {
  const isUsed = shownUse(provider, tenantId)
  if (isUsed === undefined) return codeBadge(activeStatusLook, provider.status, t)
  return Badge({ tone: isUsed ? "success" : "neutral", children: t(textOfUse(isUsed)) })
}

/** The status of a provider on its page. */
export const ProviderStatus = ({ provider }: { provider: Provider }) => statusBadge(provider, useCompanyId(), useT())

/** Reports that providers are used, or not any more, and offers the opposite. */
export const offerOpposite = (
  title: string,
  providers: readonly Pick<Provider, "id" | "name">[],
  tenantId: string,
  isUsed: boolean,
) =>
  notify({
    tone: "success",
    title,
    text: providers.map(({ name }) => name).join(", "),
    alwaysShown: true,
    durationMs: undoDurationMs,
    action: {
      label: "ui.undo",
      run: () => {
        Promise.all(providers.map(({ id }) => setProviderUse(id, tenantId, !isUsed))).then(
          () => notify({ tone: "success", title: i18n.t("ui.undone"), alwaysShown: true }),
          (error: unknown) => notifyFailure(error, "payment.updateFailed"),
        )
      },
    },
  })

/** Adds a provider of the platform to the person's company, or removes it. */
export const UseButton = ({ record }: { record: Provider }) => {
  const t = useT()
  const { may } = useScreenContext()
  const tenantId = useCompanyId()
  const isUsed = offeredUse(record, tenantId)
  if (!tenantId || isUsed === undefined || !may("write") || (!isUsed && shownUse(record, tenantId) === undefined)) return null
  const change = () =>
    setProviderUse(record.id, tenantId, !isUsed).then(
      () => offerOpposite(t(isUsed ? "payment.notUsedAnyMore" : "payment.usedNow"), [record], tenantId, !isUsed),
      (error: unknown) => notifyFailure(error, "payment.updateFailed"),
    )
  return (
    <Button icon={isUsed ? "minus" : "plus"} onClick={change}>
      {t(isUsed ? "payment.stopUsing" : "payment.startUsing")}
    </Button>
  )
}
