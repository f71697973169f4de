import { type ReactNode, useMemo, useState } from "react"
import { isRecord } from "../../core/is-record"
import { lastListOf } from "../../state/list-positions"
import { type Crumb, ScreenContext, useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"

const employeesPath = "/user/employees"
export const usersPath = "/user/users"

/** Adds the paths of people to the screen context: their page, and the form, which platform administrators have on the page. */
export const PeopleScreen = ({ children }: { children: ReactNode }) => {
  const screen = useScreenContext()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const context = useMemo(() => {
    const view = (id: string) => `/user/${encodeURIComponent(id)}`
    return {
      ...screen,
      paths: {
        view,
        edit: (id: string) => (isPlatform ? `${view(id)}?edit` : `${employeesPath}/edit/${encodeURIComponent(id)}`),
      },
    }
  }, [screen, isPlatform])
  return <ScreenContext value={context}>{children}</ScreenContext>
}

/** The page that a link to a person names as the way back, in the state of the history entry. */
const linkedFrom = (): Crumb | undefined => {
  const state: unknown = history.state
  const from = isRecord(state) ? state.from : undefined
  return isRecord(from) && typeof from.label === "string" && typeof from.href === "string" && from.href.startsWith("/")
    ? { label: from.label, href: from.href }
    : undefined
}

/**
 * The screen context of a person's page. The way back leads to the page that linked to it, else to the list that was left last,
 * else to the list of the person's role (docs/console.md#way-back-to-a-list).
 */
export const PersonScreen = ({ children }: { children: ReactNode }) => {
  const t = useT()
  const screen = useScreenContext()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const [from] = useState(linkedFrom)
  const context = useMemo(() => {
    const base = isPlatform ? usersPath : (lastListOf([employeesPath, usersPath]) ?? employeesPath)
    return { ...screen, base, trail: [from ?? { label: t(base === usersPath ? "nav.users" : "employee.many"), href: base }] }
  }, [screen, isPlatform, from, t])
  return (
    <ScreenContext value={context}>
      <PeopleScreen>{children}</PeopleScreen>
    </ScreenContext>
  )
}
