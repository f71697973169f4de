import { useState } from "react"
import { initials } from "../ui/display/avatar"
import { Picture } from "../ui/display/picture"

/** A company's logo; its initials while there is none or it can't be loaded (decisions §7). */
export const Logo = ({ name, url }: { name: string; url?: string }) => {
  const [failed, setFailed] = useState<string>()
  return (
    <span className="logo" aria-hidden="true">
      {url && failed !== url ? <Picture url={url} alt="" onError={() => setFailed(url)} /> : initials(name)}
    </span>
  )
}
