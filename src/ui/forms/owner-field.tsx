import { useCallback } from "react"
import { can } from "../../state/features"
import { Card } from "../display/card"
import { Facts } from "../display/facts"
import { type Owned, useScreenContext } from "../hooks/screen-context"
import { useCan } from "../hooks/use-can"
import { useCurrentUser } from "../hooks/use-current-user"
import { useT } from "../hooks/use-t"
import { ChoiceField, type Choices } from "./choice-field"
import type { Form } from "./use-form"

/** The member of a new record that names its owner; absent: the platform, or the company of the person. */
export type NewOwner = { tenantId?: string }

export const ownerLabel = { tenantId: "ui.owner" } as const

/** Returns the owner of a stored record, or of a new one by its draft; null for the platform. */
export const useOwner = (stored: Owned | undefined, draft: NewOwner): string | null => {
  const own = useCurrentUser()?.tenantId
  return (stored ? stored.tenantId : draft.tenantId || own) ?? null
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
export const OwnerField = ({ form, options }: { form: Form<NewOwner> } & Pick<Choices, "options">) => {
  const t = useT()
  const isPlatform = useScreenContext().isInReach({ tenantId: null })
  const canName = useCan("records.owner")
  if (!isPlatform && !form.draft.tenantId) return null
  const { field, ...bound } = form.bind("tenantId")
  return (
    <Card title={t("ui.recordOwner")}>
      {canName ? (
        <ChoiceField
          {...bound}
          field={{ ...field, value: field.value ?? "" }}
          hint={isPlatform ? t("ui.ownerHint") : undefined}
          placeholder={t(isPlatform ? "ui.platform" : "ui.ownCompany")}
          options={options}
          optional
        />
      ) : (
        <Facts items={[[bound.label, t("ui.platform")]]} />
      )}
    </Card>
  )
}
