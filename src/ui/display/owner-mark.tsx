import type { Key, Translate } from "../../core/text/i18n"
import { type Owned, useScreenContext } from "../hooks/screen-context"
import { useCurrentUser } from "../hooks/use-current-user"
import { useT } from "../hooks/use-t"
import { Icon } from "./icons/icon"

/** Returns the name of the owner of a record; "" where the server does not send the owner. */
export const ownerName = ({ tenantId, tenantName }: Owned, t: Translate): string => {
  if (tenantId === undefined) return ""
  return tenantId === null ? t("ui.platform") : tenantName || t("ui.otherCompany")
}

/** Returns the text for a record that is offered to all companies in the reach of its owner. */
export const everyCompanyKey = ({ tenantId }: Owned): Key => (tenantId ? "ui.ownCompanies" : "ui.everyCompany")

/** Why a person may not change a record: a sentence for its page, and a short one for menus. */
type ReadOnlyReason = { title: string; text: string; short: string }

/** Returns a function that returns why the person may not change a record; undefined for those that may be changed. */
export const useReadOnlyReason = () => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  return (record: Owned): ReadOnlyReason | undefined => {
    if (mayChange(record)) return undefined
    if (!may("write")) return { title: t("ui.readOnly"), text: "", short: t("ui.readOnly") }
    const isPlatforms = record.tenantId === null
    return {
      title: t(isPlatforms ? "ui.notYours" : "ui.otherOwner"),
      text: t("ui.notYoursText"),
      short: t(isPlatforms ? "ui.platformRecord" : "ui.companyRecord"),
    }
  }
}

/**
 * The owner's name beside a record that does not belong to the company of the current person, with a lock if the person may
 * not change it. Absent for the platform's staff, whose lists have a column (docs/console.md#access-to-modules).
 */
export const OwnerMark = ({ record, isBadge }: { record: Owned; isBadge?: boolean }) => {
  const t = useT()
  const user = useCurrentUser()
  const isChangeable = useScreenContext().mayChange(record)
  const name = ownerName(record, t)
  if (user?.role !== "TenantAdmin" || !name || record.tenantId === user.tenantId) return null
  return (
    <span className={isBadge ? "badge" : "owner-mark"} data-tone="info" title={isChangeable ? undefined : t("ui.notYoursText")}>
      <Icon name={isChangeable ? "building" : "lock"} size="sm" />
      {name}
    </span>
  )
}

/** Why the page of a record offers no change, for those who may not change it. */
export const ReadOnlyNote = ({ record }: { record: Owned }) => {
  const reason = useReadOnlyReason()(record)
  if (!reason) return null
  return (
    <p className="read-only-note">
      <Icon name="lock" size="sm" />
      <span>{reason.text ? `${reason.title}. ${reason.text}` : reason.title}</span>
    </p>
  )
}
