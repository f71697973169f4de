import { useState } from "react"
import { toUpperCase } from "../../core/fold"
import { i18n } from "../../state/instances"
import { classes } from "./classes"
import { Picture } from "./picture"

/** Two letters of a name or of an e-mail address, in the language's own capitals. */
export const initials = (name: string) => {
  const words = (name.split("@")[0] ?? "").split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)].map(word => word?.charAt(0) ?? "") : [words[0]?.slice(0, 2) ?? ""]
  return toUpperCase(letters.join(""), i18n.language())
}

export const Avatar = ({ name, size }: { name: string; size?: "lg" }) => (
  <span className={classes("avatar", size && `avatar--${size}`)} aria-hidden="true">
    {initials(name)}
  </span>
)

/** A small picture beside a name that says the same; initials when there is none or it can't be loaded. */
export const Thumb = ({ url, name }: { url?: string; name: string }) => {
  const [failed, setFailed] = useState<string>()
  return (
    <span className="thumb" aria-hidden="true">
      {url && failed !== url ? <Picture url={url} alt="" loading="lazy" onError={() => setFailed(url)} /> : initials(name)}
    </span>
  )
}
