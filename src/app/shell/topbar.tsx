import { type ComponentType, memo } from "react"
import { useSnapshot } from "valtio"
import { useLocation } from "wouter"
import type { AttentionPlace } from "../../modules/campaigns/attention"
import type { User } from "../../state/session"
import { changeSettings, settings } from "../../state/settings"
import { IconButton } from "../../ui/controls/button"
import { Icon } from "../../ui/display/icons/icon"
import { Avatar } from "../../ui/display/pictures/avatar"
import { untranslated } from "../../ui/display/untranslated"
import { useCan } from "../../ui/hooks/use-can"
import { useT } from "../../ui/hooks/use-t"
import { Menu } from "../../ui/overlays/menu"
import { isPathOpen } from "../access/access"
import { useAccess } from "../access/use-access"
import { useAccountName } from "../access/use-account-name"
import { signOut } from "../pages/sign-in/sign-out"
import { commandKey, isApple } from "../palette/command-key"
import { matchScreen } from "../screens/match"
import { areaOf } from "../screens/row"
import { LanguageSwitch } from "./language-switch"
import { type MenuEntry, moduleMenu } from "./menu"
import { ThemeSwitch } from "./theme-switch"

const profilePath = ({ role }: User) => `${areaOf(role)}/profile`

/** The menu of what has no entry in the sidebar; it names the current page where that is one of them. */
const ModuleMenu = ({ entries }: { entries: MenuEntry[] }) => {
  const t = useT()
  const [path] = useLocation()
  const base = matchScreen(path)?.screen.base
  const current = entries.find(({ href }) => href === base)
  const label = t("shell.moduleMenu")
  return (
    <Menu
      label={label}
      className="topbar__user wide-only"
      content={
        <>
          <Icon name={current?.icon ?? "grid"} />
          <span className="sr-only">{current && label}</span>
          <span>{current ? t(current.title) : label}</span>
          <Icon name="down" size="sm" />
        </>
      }
      items={entries.map(({ href, icon, title }) => ({ label: t(title), icon, href, isCurrent: href === base }))}
    />
  )
}

type Props = {
  user: User
  isDrawerOpen: boolean
  onDrawer: () => void
  onShortcuts: () => void
  onPalette: () => void
  RecentActions: ComponentType | undefined
  Bell: ComponentType<AttentionPlace & { person: string }> | undefined
}

export const Topbar = memo(({ user, isDrawerOpen, onDrawer, onShortcuts, onPalette, RecentActions, Bell }: Props) => {
  const t = useT()
  const { sidebar } = useSnapshot(settings)
  const isExpanded = sidebar === "expanded"
  const access = useAccess()
  const hasAttention = useCan("attention")
  const others = moduleMenu(access)
  const name = useAccountName()
  const connections = profilePath(user).replace("profile", "connections")
  const toggle = t(isExpanded ? "shell.collapse" : "shell.expand")

  return (
    <header className="topbar">
      <IconButton
        className="narrow-only"
        icon="menu"
        label={t("shell.openMenu")}
        aria-controls="sidebar"
        aria-expanded={isDrawerOpen}
        onClick={onDrawer}
      />
      <IconButton
        className="wide-only"
        icon="panel"
        label={toggle}
        aria-controls="sidebar"
        aria-expanded={isExpanded}
        onClick={() => changeSettings({ sidebar: isExpanded ? "collapsed" : "expanded" })}
      />
      <button
        type="button"
        className="topbar__search"
        aria-haspopup="dialog"
        aria-keyshortcuts={`${isApple ? "Meta" : "Control"}+K`}
        onClick={onPalette}
      >
        <Icon name="search" />
        <span className="sr-only-narrow">{t("palette.open")}</span>
        <span className="wide-only key-hint push-end" aria-hidden="true">
          <kbd>{commandKey} K</kbd>
        </span>
      </button>
      {RecentActions && <RecentActions />}
      {Bell && hasAttention && (
        <Bell person={user.userId} root={profilePath(user).replace(/\/[^/]+$/, "")} mayOpen={path => isPathOpen(path, access)} />
      )}
      {others.length > 0 && <ModuleMenu entries={others} />}
      <ThemeSwitch />
      <LanguageSwitch />
      <Menu
        label={t("shell.account", { name: user.email })}
        className="topbar__user"
        content={
          <>
            <Avatar name={name || user.email} />
            <span className="topbar__name">
              {name === undefined ? (
                <span className="sr-only" translate="no">
                  {user.email}
                </span>
              ) : (
                untranslated(name || user.email)
              )}
            </span>
            <Icon name="down" size="sm" className="wide-only" />
          </>
        }
        items={[
          { label: t("nav.profile"), icon: "user", href: profilePath(user) },
          isPathOpen(connections, access) && { label: t("nav.connections"), icon: "link", href: connections },
          { label: t("shortcuts.title"), icon: "list", run: onShortcuts },
          { separator: true },
          { label: t("shell.signOut"), icon: "logout", run: () => signOut() },
        ]}
      />
    </header>
  )
})
