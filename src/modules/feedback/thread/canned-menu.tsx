import type { Feedback } from "../../../contract/feedback"
import { useT } from "../../../ui/hooks/use-t"
import { Menu, type MenuItem, type MenuItems } from "../../../ui/overlays/menu"
import { builtInReplies, cannedReplies, fillName } from "./canned-replies"

/** A menu of replies, which are inserted with the name of the person. @param items further entries */
export const CannedMenu = ({
  feedback: { userName },
  onInsert,
  items = () => [],
}: {
  feedback: Feedback
  onInsert: (text: string) => void
  items?: () => MenuItems
}) => {
  const t = useT()
  const entry = (label: string, text: string): MenuItem => ({
    label,
    run: () => onInsert(fillName(text, userName)),
  })
  const all = (): MenuItems => {
    const own = cannedReplies()
    const further = items()
    return [
      ...builtInReplies.map(name => entry(t(`feedback.canned.${name}`), t(`feedback.cannedText.${name}`))),
      own.length && { separator: true },
      ...own.map(({ title, text }) => entry(title, text)),
      further.length && { separator: true },
      ...further,
    ]
  }
  const label = t("feedback.cannedReplies")
  return <Menu label={label} icon="note" className="btn btn--ghost btn--sm" items={all} />
}
