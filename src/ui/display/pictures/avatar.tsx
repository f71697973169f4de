import { useState } from "react"
import { classes } from "../classes"
import { initials } from "./initials"
import { Picture } from "./picture"

/** The initials of a person on a coloured disc. */
export const Avatar = ({ name, size }: { name: string; size?: "lg" }) => (
  <span className={classes("avatar", size && `avatar--${size}`)} translate="no" aria-hidden="true">
    {initials(name)}
  </span>
)

/** A small picture beside a name; initials if there is none or it cannot be loaded. @param isRound for people */
export const Thumb = ({ url, name, isRound, size }: { url?: string; name: string; isRound?: boolean; size?: "lg" }) => {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={classes("thumb", isRound && "thumb--round", size && `thumb--${size}`)} translate="no" aria-hidden="true">
      {url && failed !== url ? (
        <Picture key={url} url={url} alt="" loading="lazy" onError={() => setFailed(url)} />
      ) : (
        initials(name)
      )}
    </span>
  )
}
