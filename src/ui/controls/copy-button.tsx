import { notifySuccess } from "../../state/notifications"
import { useT } from "../hooks/use-t"
import { Button, IconButton } from "./button"

/** Returns whether the browser offers a clipboard; over plain HTTP it does not (docs/console.md#plain-http). */
export const canCopy = () => typeof navigator.clipboard?.writeText === "function"

/** Copies a text and shows a toast. @param message text of the toast */
export const copyText = (text: string, message: string) => navigator.clipboard.writeText(text).then(() => notifySuccess(message))

/** Copies a text; renders nothing without a clipboard. @param label accessible name; with it, the button shows only an icon */
export const CopyButton = ({ text, label, message }: { text: string; label?: string; message: string }) => {
  const t = useT()
  if (!canCopy()) return null
  const copy = () => copyText(text, message)
  return label ? (
    <IconButton icon="copy" label={label} onClick={copy} />
  ) : (
    <Button size="sm" tone="ghost" icon="copy" onClick={copy}>
      {t("ui.copy")}
    </Button>
  )
}
