import { useState } from "react"
import { useSnapshot } from "valtio"
import type { Employee } from "../../contract/employees"
import type { Key } from "../../core/text/i18n"
import { NotOffered } from "../../state/features"
import { permissions } from "../../state/permissions"
import { Button } from "../../ui/controls/button"
import { Card } from "../../ui/display/card"
import { Skeleton } from "../../ui/display/skeleton"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { ErrorPanel } from "../../ui/placeholders/error-panel"
import { getPermissions } from "./api"
import { PermissionList } from "./permission-list"
import { PermissionsDialog } from "./permissions-dialog"

/** Why the signed-in person may not give permissions to another (docs/contract.md#permissions-of-a-person). */
const useBlockedReason = ({ id }: Employee): Key | undefined => {
  const user = useCurrentUser()
  const isRestricted = useSnapshot(permissions).list.length > 0
  if (id === user?.userId) return "permissions.own"
  return isRestricted && user?.role !== "Administrator" ? "permissions.byUnrestricted" : undefined
}

/** The permissions of a company's administrator on the person's page. */
export const Permissions = ({ person }: { person: Employee }) => {
  const t = useT()
  const { mayChange } = useScreenContext()
  const blockedReason = useBlockedReason(person)
  const { data, error, reload } = useQuery(getPermissions, person.id)
  const [isEditing, setEditing] = useState(false)
  return (
    <Card
      title={t("profile.permissions")}
      foot={
        data &&
        !blockedReason &&
        mayChange(person) && (
          <Button icon="edit" onClick={() => setEditing(true)}>
            {t("permissions.edit")}
          </Button>
        )
      }
    >
      {data ? (
        data.list.length ? (
          <>
            <p className="muted">{t("permissions.restricted")}</p>
            <PermissionList list={data.list} />
          </>
        ) : (
          <>
            <p className="strong">{t("profile.unrestricted")}</p>
            <p className="muted">{t("permissions.unrestrictedText")}</p>
          </>
        )
      ) : error === undefined ? (
        <Skeleton />
      ) : error instanceof NotOffered ? (
        <p className="muted">{t("permissions.unsupported")}</p>
      ) : (
        <ErrorPanel title={t("permissions.failed")} error={error} onRetry={reload} />
      )}
      {blockedReason && <p className="read-only-note">{t(blockedReason)}</p>}
      {data && isEditing && <PermissionsDialog person={person} loaded={data} onClose={() => setEditing(false)} />}
    </Card>
  )
}
