import { cache } from "../../state/instances"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { PageHeader } from "../../ui/pages/page-header"
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
  const me = useQuery(getMe, undefined).data
  useTitle(t("nav.profile"))
  if (!user) return null
  const name = [me?.firstName, me?.lastName].filter(Boolean).join(" ") || undefined
  return (
    <>
      <PageHeader title={t("nav.profile")} text={t("profile.intro")} />
      <div className="cols">
        <div className="stack">
          <Preferences />
          <Sessions />
        </div>
        <aside className="stack" aria-label={t("profile.about")}>
          <About user={user} name={name} />
          <Permissions />
        </aside>
      </div>
    </>
  )
}
