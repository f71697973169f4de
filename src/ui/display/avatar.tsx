import { useState } from "react"
import { toUpperCase } from "../../core/fold"
import { i18n } from "../../state/instances"
import { classes } from "./classes"
import { Picture } from "./picture"

/** Returns the initials of a name or e-mail address, two letters in capitals of the current language. */
export const initials = (name: string) => {
  const words = (name.split("@")[0] ?? "").split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)].map(word => word?.charAt(0) ?? "") : [words[0]?.slice(0, 2) ?? ""]
  return toUpperCase(letters.join(""), i18n.language())
}

/** The initials of a person on a coloured disc. */
export const Avatar = ({ name, size }: { name: string; size?: "lg" }) => (
  <span className={classes("avatar", size && `avatar--${size}`)} aria-hidden="true">
    {initials(name)}
  </span>
)

/** A small picture beside a name; initials if there is none or it cannot be loaded. @param isRound for people */
export const Thumb = ({ url, name, isRound, size }: { url?: string; name: string; isRound?: boolean; size?: "lg" }) => {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={classes("thumb", isRound && "thumb--round", size && `thumb--${size}`)} aria-hidden="true">
      {url && failed !== url ? <Picture url={url} alt="" loading="lazy" onError={() => setFailed(url)} /> : initials(name)}
    </span>
  )
}
