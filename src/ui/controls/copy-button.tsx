import { useT } from "../hooks/use-t"
import { notifySuccess } from "../overlays/notifications"
import { Button, IconButton } from "./button"

/** Over plain HTTP a browser offers no clipboard (decisions §1). */
export const mayCopy = () => typeof navigator.clipboard?.writeText === "function"

/** @param done what is said then */
export const copyText = (text: string, done: string) => navigator.clipboard.writeText(text).then(() => notifySuccess(done))

/** Copies a text; is not there where nothing can be copied. @param name makes it an icon, and says what is copied */
export const CopyButton = ({ text, name, done }: { text: string; name?: string; done: string }) => {
  const t = useT()
  if (!mayCopy()) return null
  const copy = () => copyText(text, done)
  return name ? (
    <IconButton icon="copy" label={name} onClick={copy} />
  ) : (
    <Button size="sm" tone="ghost" icon="copy" onClick={copy}>
      {t("ui.copy")}
    </Button>
  )
}
