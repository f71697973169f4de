import { cache } from "../../state/instances"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { PageHeader } from "../../ui/pages/page-header"
import { useAccountName } from "../use-account-name"
import { getMe, listSessions } from "./account"
import { About } from "./profile-about"
import { Permissions } from "./profile-permissions"
import { Sessions } from "./profile-sessions"
import { Preferences } from "./profile-settings"

/** Prefetches the page's data. */
export const prefetch = () => {
  cache.prefetch(getMe, undefined)
  cache.prefetch(listSessions, undefined)
}

/** The profile page of both roles (docs/console.md#profile). */
export const Profile = () => {
  const t = useT()
  const user = useCurrentUser()
  const name = useAccountName()
  useTitle(t("nav.profile"))
  if (!user) return null
  return (
    <>
      <PageHeader title={t("nav.profile")} text={t("profile.intro")} />
      <div className="cols">
        <div className="stack">
          <Preferences />
          <Sessions />
        </div>
        <aside className="stack" aria-label={t("profile.about")}>
          <About user={user} name={name || undefined} />
          <Permissions />
        </aside>
      </div>
    </>
  )
}
