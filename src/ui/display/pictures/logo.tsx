import { useState } from "react"
import { initials } from "./initials"
import { Picture } from "./picture"

/** A company's logo, or its initials when it has none or the picture fails to load (docs/console.md#theme-and-colours). */
export const Logo = ({ name, url }: { name: string; url?: string }) => {
  const [failedUrl, setFailedUrl] = useState<string>()
  return (
    <span className="logo" translate="no" aria-hidden="true">
      {url && failedUrl !== url ? <Picture url={url} alt="" onError={() => setFailedUrl(url)} /> : initials(name)}
    </span>
  )
}
