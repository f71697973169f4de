import type { ReactNode } from "react"
import { useSearch } from "wouter"
import { isPermitted } from "../../../contract/permissions/permissions"
import { getMe } from "../../../modules/account/api"
import { ApprovalCard } from "../../../modules/companies/approval-card"
import { cache } from "../../../state/instances"
import type { User } from "../../../state/session"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useMainFocus } from "../../../ui/hooks/use-main-focus"
import { useT } from "../../../ui/hooks/use-t"
import { useTitle } from "../../../ui/hooks/use-title"
import { lazyScreen } from "../../../ui/pages/loading/lazy-screen"
import { withTexts } from "../../../ui/pages/loading/with-texts"
import { PageHeader } from "../../../ui/pages/page-header"
import { NoAccess } from "../../access/no-access"
import { useAccess } from "../../access/use-access"
import { useAccountName } from "../../access/use-account-name"
import { listSessions } from "../account"
import { About } from "./profile-about"
import { Permissions } from "./profile-permissions"
import { Sessions } from "./profile-sessions"
import { Preferences } from "./profile-settings"
import { SummaryCard } from "./profile-summary"

/** Prefetches the page's data. */
export const prefetch = () => {
  cache.prefetch(getMe, undefined)
  cache.prefetch(listSessions, undefined)
}

const companyPath = "/user/profile"
const ownCompany = withTexts("profile.company", () => import("../../../modules/companies/own-company"))
const OwnCompanyCard = lazyScreen(ownCompany, module => module.OwnCompanyCard)
const OwnCompanyForm = lazyScreen(ownCompany, module => module.OwnCompanyForm)

const Passkeys = lazyScreen(
  withTexts("profile.passkeys", () => import("./profile-passkeys")),
  module => module.PasskeysCard,
)

const PlatformAdministrators = lazyScreen(
  withTexts("profile.administrators", () => import("../../../modules/companies/administrators")),
  module => module.PlatformAdministrators,
)

/** The profile page of both roles; `?company` shows a company administrator the form of the company's contact data (docs/console.md#profile). */
export const Profile = () => {
  const user = useCurrentUser()
  const isForm = new URLSearchParams(useSearch()).has("company")
  const access = useAccess()
  useMainFocus(isForm)
  if (!user) return null
  const isOfCompany = user.role === "TenantAdmin" && user.tenantId !== undefined
  const company = isOfCompany ? { id: user.tenantId ?? "", home: companyPath, edit: `${companyPath}?company` } : undefined
  const mayEdit = isPermitted("write", "companies", access)
  if (!isForm || !company)
    return (
      <Overview user={user}>
        {user.role === "Administrator" && <PlatformAdministrators />}
        <ApprovalCard owner={user.tenantId ?? null} mayWrite={mayEdit} />
        {company && <OwnCompanyCard {...company} mayEdit={mayEdit} />}
      </Overview>
    )
  return mayEdit ? <OwnCompanyForm {...company} /> : <NoAccess reason="denied" home={companyPath} />
}

const Overview = ({ user, children }: { user: User; children: ReactNode }) => {
  const t = useT()
  const name = useAccountName()
  useTitle(t("nav.profile"))
  return (
    <>
      <PageHeader title={t("nav.profile")} text={t("profile.intro")} />
      <div className="cols">
        <div className="stack">
          <Preferences />
          <SummaryCard />
          <Passkeys />
          <Sessions />
          {children}
        </div>
        <aside className="stack" aria-label={t("profile.about")}>
          <About user={user} name={name || undefined} />
          <Permissions />
        </aside>
      </div>
    </>
  )
}
