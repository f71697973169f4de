import { isValidQr, type Qr } from "../../core/qr"

/** A QR code that the server has drawn, beside the text that it holds; nothing where there is none. */
export const QrCode = ({ qr }: { qr: Qr | undefined }) =>
  isValidQr(qr) && (
    <svg className="qr-code" viewBox={`0 0 ${qr.size} ${qr.size}`} aria-hidden="true">
      <path d={qr.path} />
    </svg>
  )

/** An address whose last part, such as a token, is not broken in lines where it fits into one. */
export const Address = ({ url }: { url: string }) => {
  const last = url.lastIndexOf("/") + 1
  return (
    <>
      {url.slice(0, last)}
      <wbr />
      <span className="address-end">{url.slice(last)}</span>
    </>
  )
}
