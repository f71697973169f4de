import { useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import { type GiftCode, maxBatchSize } from "../../contract/gift-codes"
import type { GiftCard } from "../../contract/gifts"
import { errorMessage } from "../../core/http/errors"
import type { Query } from "../../core/http/http"
import { readAllPages } from "../../core/http/read-all-pages"
import { resourceUrl } from "../../state/config"
import { theme } from "../../state/theme"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { Picture } from "../../ui/display/pictures/picture"
import { Progress } from "../../ui/display/progress"
import { QrCode } from "../../ui/display/qr-code"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { PrintSheet } from "../../ui/overlays/print-sheet"
import { listCodes } from "./api"

/** Outline of a coupon in 1/10 mm: corners of 4 mm, notches of 2 mm at 58 mm, where the code is torn off. */
const outline =
  "M40 2H560a20 20 0 0 0 40 0H860a38 38 0 0 1 38 38V440a38 38 0 0 1-38 38H600a20 20 0 0 0-40 0H40a38 38 0 0 1-38-38V40A38 38 0 0 1 40 2z"

/** The company whose coupons they are: that of the person, or for the platform's staff the owner of the card. */
type Company = { name?: string; logo?: string }

/** A coupon to cut out: the company, the card, the code and its QR code. */
const CodeCoupon = ({ gift, row, company }: { gift: GiftCard; row: GiftCode; company: Company }) => {
  const t = useT()
  const format = useFormat()
  return (
    <li className="code-coupon">
      <svg className="code-coupon__edge" viewBox="0 0 900 480" aria-hidden="true">
        <path d={outline} />
        <path d="M580 34V446" strokeDasharray="12 10" />
      </svg>
      <div className="code-coupon__text">
        {company.name && (
          <span className="code-coupon__company">
            {company.logo && <Picture url={company.logo} alt="" />}
            <strong>{company.name}</strong>
          </span>
        )}
        {gift.brand && <small>{gift.brand}</small>}
        <b>{gift.cardName}</b>
        <code translate="no">{row.code}</code>
        <small>{gift.validityEnd ? t("gift.validUntil", { date: format.date(gift.validityEnd) }) : t("gift.noEnd")}</small>
      </div>
      <QrCode qr={row.qr} />
    </li>
  )
}

/** Loads a picture ahead of printing. @returns whether it can be shown */
const useLoadedPicture = (url: string | undefined) => {
  const [loaded, setLoaded] = useState<string>()
  useEffect(() => {
    if (!url) return
    const image = new Image()
    image.onload = () => setLoaded(url)
    image.src = resourceUrl(url)
    return () => {
      image.onload = null
    }
  }, [url])
  return url !== undefined && loaded === url
}

/** Loads all codes of the current filter and prints those that are unused. */
export const PrintCodes = (props: { gift: GiftCard; query: Query; total: number; onClose: () => void }) => {
  const { gift, onClose } = props
  const t = useT()
  const isTooMany = props.total > maxBatchSize
  const [query] = useState(props.query)
  const [codes, setCodes] = useState<GiftCode[]>()
  const [done, setDone] = useState(0)
  const [failure, setFailure] = useState<unknown>()
  const [isPrinting, setPrinting] = useState(false)
  const { name, logo } = useSnapshot(theme)
  const hasLogo = useLoadedPicture(logo)
  const company = name ? { name, logo: hasLogo ? logo : undefined } : { name: gift.tenantName }

  useEffect(() => {
    if (isTooMany) return
    const control = new AbortController()
    readAllPages(
      paging => listCodes({ ...query, ...paging }, control.signal),
      (rows, total) => setDone(total ? rows / total : 1),
    ).then(
      rows => setCodes(rows.filter(row => !row.usedDate)),
      (error: unknown) => {
        if (!control.signal.aborted) setFailure(error)
      },
    )
    return () => control.abort()
  }, [isTooMany, query])

  if (isPrinting && codes)
    return (
      <PrintSheet onDone={onClose}>
        <ul className="print-cards">
          {codes.map(row => (
            <CodeCoupon key={row.id} gift={gift} row={row} company={company} />
          ))}
        </ul>
      </PrintSheet>
    )
  const count = codes?.length ?? 0
  return (
    <Dialog title={t("gift.print")} text={t("gift.printText")} onClose={onClose}>
      <div className="dialog__body">
        {isTooMany ? (
          <Alert tone="warning" title={t("gift.printTooMany")} />
        ) : failure !== undefined ? (
          <Alert tone="danger" title={errorMessage(failure, "gift.codesLoadFailed", t)} />
        ) : codes ? (
          <p aria-live="polite">{t("gift.printCount", { count })}</p>
        ) : (
          <Progress value={done} label={t("gift.print")} />
        )}
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button tone="primary" icon="print" disabled={count === 0} onClick={() => setPrinting(true)}>
          {t("gift.printStart")}
        </Button>
      </div>
    </Dialog>
  )
}
