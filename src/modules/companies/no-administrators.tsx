import { LinkButton } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { listAdmins } from "./administrators-api"

/** That nobody can sign in to a company; nothing where it has an administrator, or the server does not tell. @param href their list */
export const NoAdministrators = ({ id, href }: { id: string; href: string }) => {
  const t = useT()
  const { data } = useQuery(listAdmins, { tenantId: id, page: 0, pageSize: 1 })
  return data?.total === 0 ? (
    <Alert
      tone="warning"
      title={t("tenant.noAdministrators")}
      text={t("tenant.noAdministratorsText")}
      actions={<LinkButton href={href}>{t("tenant.part.admins")}</LinkButton>}
    />
  ) : null
}
