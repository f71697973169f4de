import { useCallback } from "react"
import type { Bound } from "../../core/form/parts"
import type { FormSession } from "../../core/form/session"
import { can } from "../../state/features"
import { Card } from "../display/card"
import { Facts } from "../display/facts"
import { companiesOf, type Owned, offeredTo, useScreenContext } from "../hooks/screen-context"
import { useCan } from "../hooks/use-can"
import { useCurrentUser } from "../hooks/use-current-user"
import { useT } from "../hooks/use-t"
import { useDerived, useObservable } from "./bound"
import { ChoiceField, type Choices } from "./choice-field"

/** The member of a new record that names its owner; absent: the platform, or the company of the person. */
export type NewOwner = { tenantId?: string }

export const ownerLabel = { tenantId: "ui.owner" } as const

const ownersOf = (draft: object) => {
  const { tenantId, tenantIds } = draft as Owned
  return { tenantId, tenantIds }
}

/** Returns the companies that own a form's record and that it is offered to, as stored and as changed; null for the platform. */
export const useCompanies = <D extends object>(
  form: Pick<FormSession<D>, "derived">,
  stored: Owned | undefined,
): (string | null)[] => {
  const own = useCurrentUser()?.tenantId
  const draft = useDerived(form, ownersOf)
  const owner = (stored ? stored.tenantId : draft.tenantId || own) ?? null
  return [owner, ...offeredTo(draft), ...(stored ? companiesOf(stored) : [])]
}

/**
 * Returns a function that returns the members that give a copy the owner of its original, if the person may act for another
 * company; where the call takes no owner, those that offer the copy to that company alone.
 */
export const useOwnerOfCopy = () => {
  const { isInReach } = useScreenContext()
  const own = useCurrentUser()?.tenantId
  return useCallback(
    ({ tenantId }: Owned, { tenantIds = [] }: { tenantIds?: string[] }) => {
      if (!tenantId || tenantId === own || !isInReach({ tenantId })) return {}
      if (can("records.owner")) return { tenantId }
      return tenantIds.length > 0 ? {} : { tenantIds: [tenantId] }
    },
    [own, isInReach],
  )
}

/**
 * The owner of a new record: for the platform, and for a company where the draft names another one. Without extensions the
 * server decides (docs/contract.md#ownership-and-reach).
 */
export const OwnerField = ({
  form,
  options,
}: { form: Pick<FormSession<NewOwner>, "bind" | "value"> } & Pick<Choices, "options">) => {
  const t = useT()
  const isPlatform = useScreenContext().isInReach({ tenantId: null })
  const canName = useCan("records.owner")
  const isNamed = Boolean(useObservable(form.value("tenantId")))
  if (!isPlatform && !isNamed) return null
  return (
    <Card title={t("ui.recordOwner")}>
      {canName ? (
        <ChoiceField
          {...(form.bind("tenantId") as Bound<string>)}
          hint={isPlatform ? t("ui.ownerHint") : undefined}
          placeholder={t(isPlatform ? "ui.platform" : "ui.ownCompany")}
          options={options}
          optional
        />
      ) : (
        <Facts items={[[t(ownerLabel.tenantId), t("ui.platform")]]} />
      )}
    </Card>
  )
}
