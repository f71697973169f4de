import { Empty } from "../ui/display/empty"
import { useT } from "../ui/hooks/use-t"
import { useTitle } from "../ui/hooks/use-title"
import type { AccessResult } from "./access"

/** A screen that does not open: the company has the module switched off, or the person lacks the permission (decisions §4). */
export const NoAccess = ({ verdict, home }: { verdict: Exclude<AccessResult, "open" | "pending">; home: string }) => {
  const t = useT()
  const isOff = verdict === "off"
  const title = t(isOff ? "shell.moduleOff" : "error.notPermitted")
  useTitle(title)
  return (
    <Empty
      tone="neutral"
      icon={isOff ? "lock" : "shield"}
      title={title}
      text={t(isOff ? "shell.moduleOffText" : "shell.notPermittedText")}
      actions={[{ label: t("shell.toHome"), tone: "primary", href: home }]}
    />
  )
}
