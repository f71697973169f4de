import { memo, useEffect, useEffectEvent, useRef } from "react"
import { useSnapshot } from "valtio"
import { useLocation } from "wouter"
import type { User } from "../../state/session"
import { theme } from "../../state/theme"
import { IconButton } from "../../ui/controls/button"
import { Icon } from "../../ui/display/icons/icon"
import { Link } from "../../ui/display/link"
import { Avatar } from "../../ui/display/pictures/avatar"
import { Logo } from "../../ui/display/pictures/logo"
import { PersonIdentity } from "../../ui/display/pictures/person-identity"
import { useT } from "../../ui/hooks/use-t"
import { roleKey } from "../access/role-key"
import { useAccess } from "../access/use-access"
import { useAccountName } from "../access/use-account-name"
import { signOut } from "../pages/sign-in/sign-out"
import { landingPaths, matchScreen } from "../screens/match"
import { type MenuEntry, moduleMenu, sidebarMenu } from "./menu"

const Entries = ({ entries }: { entries: MenuEntry[] }) => {
  const t = useT()
  const [path] = useLocation()
  const screen = matchScreen(path)?.screen
  const current = screen?.menu ? screen.path : screen?.base
  return entries.map(({ href, title, icon }) => (
    <Link key={href} href={href} title={t(title)} aria-current={href === current ? "page" : undefined}>
      <Icon name={icon} />
      <span>{t(title)}</span>
    </Link>
  ))
}

type Props = { user: User; isOpen: boolean; onClose: () => void }

/** The sidebar, and the drawer of narrow windows. A navigation renders its entries again, the rest not. */
export const Sidebar = memo(({ user, isOpen, onClose }: Props) => {
  const t = useT()
  const { name, logo } = useSnapshot(theme)
  const aside = useRef<HTMLElement>(null)
  const access = useAccess()
  const others = moduleMenu(access)
  const brand = name ?? t(user.role === "Administrator" ? "app.name" : "app.company")

  const close = useEffectEvent(onClose)

  // The open drawer has the focus; closing returns it to the element that had it before.
  useEffect(() => {
    if (!isOpen) return
    const previous = document.activeElement
    aside.current?.querySelector<HTMLElement>("nav a")?.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) close()
    }
    addEventListener("keydown", onKeyDown)
    return () => {
      removeEventListener("keydown", onKeyDown)
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus()
    }
  }, [isOpen])

  return (
    <aside className="sidebar" id="sidebar" aria-label={t("shell.sidebar")} ref={aside}>
      <div className="sidebar__brand">
        <Link href={landingPaths[user.role]} className="sidebar__home">
          <Logo name={brand} url={logo} />
          <span>{brand}</span>
        </Link>
        <IconButton className="narrow-only push-end" icon="x" label={t("shell.closeMenu")} onClick={onClose} />
      </div>
      <div className="sidebar__menus">
        <nav className="sidebar__nav" aria-label={t("shell.mainMenu")}>
          <Entries entries={sidebarMenu(access)} />
        </nav>
        {others.length > 0 && (
          <nav className="sidebar__nav narrow-only" aria-label={t("shell.moduleMenu")}>
            <Entries entries={others} />
          </nav>
        )}
      </div>
      <div className="sidebar__foot">
        <PersonIdentity picture={<Avatar name={useAccountName() || user.email} />} note={t(roleKey[user.role])}>
          <b title={user.email}>{user.email}</b>
        </PersonIdentity>
        <IconButton icon="logout" label={t("shell.signOut")} onClick={() => signOut()} />
      </div>
    </aside>
  )
})
