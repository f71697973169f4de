import { type Module, modules, nameOfModule } from "../../contract/modules"
import { isPermitted, permissionVerbs, readPermission } from "../../contract/permissions/permissions"
import type { Key } from "../../core/text/i18n"
import { useT } from "../../ui/hooks/use-t"

/** To a company's administrator, `companies` is the own company. */
export const moduleLabel = (module: Module): Key => (module === "companies" ? "permissions.ownCompany" : nameOfModule(module))

/** What restricted modules allow. @param list permissions of a company's administrator (docs/contract.md#permissions) */
export const PermissionList = ({ list }: { list: readonly string[] }) => {
  const t = useT()
  const named = new Set(list.flatMap(permission => readPermission(permission)?.[0] ?? []))
  return (
    <dl className="facts">
      {modules
        .filter(module => named.has(module))
        .map(module => (
          <div key={module}>
            <dt>{t(moduleLabel(module))}</dt>
            <dd>
              {permissionVerbs
                .filter(verb => isPermitted(verb, module, { permissions: list }))
                .map(verb => t(`profile.permission.${verb}`))
                .join(", ")}
            </dd>
          </div>
        ))}
    </dl>
  )
}
