import { formatPhone } from "../../core/phone"

/** Ways to reach somebody, as links that work; what is no such address stays text. Only http and https are followed. */
const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export const WebLink = ({ url }: { url: string }) =>
  isWeb(url) ? (
    <a className="link" href={url} target="_blank" rel="noreferrer">
      {url.replace(/^https?:\/\//, "").replace(/\/$/, "")}
    </a>
  ) : (
    url || null
  )

export const MailLink = ({ address }: { address: string }) =>
  /^[^\s@?&]+@[^\s@?&]+$/.test(address) ? (
    <a className="link" href={`mailto:${address}`}>
      {address}
    </a>
  ) : (
    address || null
  )

export const PhoneLink = ({ number }: { number: string }) =>
  /^\+?[\d\s()./-]{3,30}$/.test(number) ? (
    <a className="link nowrap" href={`tel:${number.replace(/[^\d+]/g, "")}`}>
      {formatPhone(number)}
    </a>
  ) : (
    number || null
  )
