import { isHttpUrl } from "../../core/text/http-url"
import { formatPhone } from "../../core/text/phone"
import { untranslated } from "./untranslated"

/** A link to a web address; text that is no http(s) URL is shown as text. */
export const WebLink = ({ url }: { url: string }) =>
  isHttpUrl(url) ? (
    <a className="link" translate="no" href={url} target="_blank" rel="noreferrer">
      {url.replace(/^https?:\/\//, "").replace(/\/$/, "")}
    </a>
  ) : (
    url || null
  )

/** A link to an address, which breaks after the @ where it does not fit a line. */
export const MailLink = ({ address }: { address: string }) => {
  if (!/^[^\s@?&]+@[^\s@?&]+$/.test(address)) return address || null
  return (
    <a className="link" translate="no" href={`mailto:${address}`}>
      {untranslated(address)}
    </a>
  )
}

export const PhoneLink = ({ number }: { number: string }) =>
  /^\+?[\d\s()./-]{3,30}$/.test(number) ? (
    <a className="link nowrap" translate="no" href={`tel:${number.replace(/[^\d+]/g, "")}`}>
      {formatPhone(number)}
    </a>
  ) : (
    number || null
  )
