import type { Company } from "../../contract/companies"
import { joinTexts } from "../../core/text/join-texts"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { useHistoryTab } from "../../ui/pages/history/history-tab"
import { RecordTabs } from "../../ui/pages/record/record-tabs"
import { Administrators } from "./administrators"
import { ApprovalCard } from "./approval-card"
import { history, subsidiaryHistory } from "./history"
import { ModulesPanel } from "./module-flags/modules-panel"
import { Overview } from "./overview"
import { Employees, Subsidiaries } from "./people"

/** The line below the name of a company. */
export const companyLine = ({ location, domain }: Company) => joinTexts(location, domain)

/** The page of a company or subsidiary. Only the platform changes modules and administrators. */
export const CompanyTabs = ({ record }: { record: Company }) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const screen = useScreenContext()
  const mayChange = screen.may("write") && isPlatform
  const historyTab = useHistoryTab(isPlatform ? history : subsidiaryHistory, record)
  return (
    <RecordTabs
      label={t("tenant.parts")}
      tabs={[
        { name: "overview", label: t("tenant.part.overview"), content: () => <Overview company={record} /> },
        {
          name: "modules",
          label: t("tenant.modules"),
          content: () => (
            <div className="stack">
              <ModulesPanel company={record} mayChange={mayChange} />
              <ApprovalCard owner={record.id} mayWrite={screen.may("write")} />
            </div>
          ),
        },
        {
          name: "admins",
          label: t("tenant.part.admins"),
          content: () => <Administrators company={record} mayChange={mayChange} />,
        },
        ...(record.parentId
          ? []
          : [{ name: "subsidiaries", label: t("subsidiary.many"), content: () => <Subsidiaries company={record} /> }]),
        { name: "employees", label: t("employee.many"), content: () => <Employees company={record} /> },
        ...historyTab,
      ]}
    />
  )
}
