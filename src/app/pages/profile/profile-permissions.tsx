import { useSnapshot } from "valtio"
import { readPermission } from "../../../contract/permissions/permissions"
import { PermissionList } from "../../../modules/employees/permission-list"
import { i18n } from "../../../state/instances"
import { permissions } from "../../../state/permissions"
import { Alert } from "../../../ui/display/alert"
import { Card } from "../../../ui/display/card"
import { Skeleton } from "../../../ui/display/skeleton"
import { useT } from "../../../ui/hooks/use-t"

/** The person's permissions (docs/contract.md#permissions). Permissions of unknown modules are shown as received. */
export const Permissions = () => {
  const t = useT()
  const { list, isLoading, error } = useSnapshot(permissions)
  const isLimited = list.some(readPermission)
  const unknown = [...new Set(list)].filter(permission => !readPermission(permission))

  if (isLoading && list.length === 0)
    return (
      <Card title={t("profile.permissions")}>
        <div className="stack-sm" aria-busy="true">
          <Skeleton />
          <Skeleton width="short" />
        </div>
      </Card>
    )
  return (
    <Card title={t("profile.permissions")}>
      {error && <Alert tone="warning" title={i18n.hasKey(error) ? t(error) : error} />}
      {isLimited && (
        <div className="stack-sm">
          <p className="muted">{t("profile.restricted")}</p>
          <PermissionList list={list} />
        </div>
      )}
      {!isLimited && !error && (
        <div className="stack-sm">
          {list.length === 0 && <p>{t("permissions.none")}</p>}
          <p className="strong">{t("profile.unrestricted")}</p>
          <p className="muted">{t("profile.unrestrictedText")}</p>
        </div>
      )}
      {unknown.length > 0 && (
        <div className="stack-sm">
          <h3>{t("profile.otherPermissions")}</h3>
          <p className="muted">{t("profile.otherPermissionsText")}</p>
          <ul className="prose mono small" translate="no">
            {unknown.map(permission => (
              <li key={permission}>{permission}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
