import { useSyncExternalStore } from "react"
import { useSnapshot } from "valtio"
import { listen } from "../../core/listen"
import { changeSettings, settings } from "../../state/settings"
import { IconButton } from "../../ui/controls/button"
import { useT } from "../../ui/hooks/use-t"

const query = "(prefers-color-scheme: dark)"

const subscribe = (onChange: () => void) => {
  const media = matchMedia(query)
  return listen(media, { change: onChange })
}

/** Switches dark mode on and off. Before the first use, the system's preference applies. */
export const ThemeSwitch = () => {
  const t = useT()
  const choice = useSnapshot(settings).theme
  const systemIsDark = useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
  const isDark = choice === "dark" || (choice === "system" && systemIsDark)
  return (
    <IconButton
      icon={isDark ? "sun" : "moon"}
      label={t("shell.dark")}
      aria-pressed={isDark}
      onClick={() => changeSettings({ theme: isDark ? "light" : "dark" })}
    />
  )
}
