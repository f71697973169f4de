import type { Feedback } from "../../../contract/feedback"
import { Icon } from "../../../ui/display/icons/icon"
import { useT } from "../../../ui/hooks/use-t"
import { Menu, type MenuItem } from "../../../ui/overlays/menu"
import { builtInReplies, cannedReplies, fillName } from "./canned-replies"

/** A menu of replies, which are inserted with the name of the person. @param items further entries */
export const CannedMenu = ({
  feedback: { userName },
  onInsert,
  items = () => [],
}: {
  feedback: Feedback
  onInsert: (text: string) => void
  items?: () => MenuItem[]
}) => {
  const t = useT()
  const entry = (label: string, text: string): MenuItem => ({
    label,
    run: () => onInsert(fillName(text, userName)),
  })
  const all = (): MenuItem[] => {
    const own = cannedReplies()
    const further = items()
    return [
      ...builtInReplies.map(name => entry(t(`feedback.canned.${name}`), t(`feedback.cannedText.${name}`))),
      ...(own.length ? [{ separator: true } as const] : []),
      ...own.map(({ title, text }) => entry(title, text)),
      ...(further.length ? [{ separator: true } as const] : []),
      ...further,
    ]
  }
  const label = t("feedback.cannedReplies")
  return (
    <Menu
      label={label}
      button={{
        className: "btn btn--ghost btn--sm",
        content: (
          <>
            <Icon name="note" />
            {label}
          </>
        ),
      }}
      items={all}
    />
  )
}
