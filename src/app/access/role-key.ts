import type { Key } from "../../core/text/i18n"
import type { Role } from "../../state/session"

export const roleKey: Record<Role, Key> = {
  Administrator: "role.administrator",
  TenantAdmin: "role.tenantAdmin",
  User: "role.user",
}
