import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { Empty } from "../../ui/placeholders/empty"
import type { AccessResult } from "./access"

const texts = { off: "shell.moduleOffText", denied: "shell.notPermittedText", readOnly: "shell.readOnlyText" } as const

/** Shown in place of a screen whose module is off or not permitted (docs/console.md#access-to-modules). */
export const NoAccess = ({ reason, home }: { reason: Exclude<AccessResult, "open" | "pending">; home: string }) => {
  const t = useT()
  const isOff = reason === "off"
  const title = t(isOff ? "shell.moduleOff" : "error.notPermitted")
  useTitle(title)
  return (
    <Empty
      isPage
      icon={isOff ? "lock" : "shield"}
      title={title}
      text={t(texts[reason])}
      actions={[{ label: t("shell.toHome"), tone: "primary", href: home }]}
    />
  )
}
