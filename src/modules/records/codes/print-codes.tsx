import { useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import { maxBatchSize } from "../../../contract/gift-codes"
import { errorMessage } from "../../../core/http/errors"
import type { Query } from "../../../core/http/http"
import type { Read } from "../../../core/http/query"
import { readAllPages } from "../../../core/http/read-all-pages"
import { resourceUrl } from "../../../state/config"
import { theme } from "../../../state/theme"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { Picture } from "../../../ui/display/pictures/picture"
import { Progress } from "../../../ui/display/progress"
import { QrCode } from "../../../ui/display/qr-code"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { PrintSheet } from "../../../ui/overlays/print-sheet"
import type { Code, CodePage } from "./code-page"

/** Outline of a coupon in 1/10 mm: corners of 4 mm, notches of 2 mm at 58 mm, where the code is torn off. */
const outline =
  "M40 2H560a20 20 0 0 0 40 0H860a38 38 0 0 1 38 38V440a38 38 0 0 1-38 38H600a20 20 0 0 0-40 0H40a38 38 0 0 1-38-38V40A38 38 0 0 1 40 2z"

/** What a coupon has beside its code: names of the record and its partner, and until when it is valid. `owner`: its company. */
export type CouponTexts = { title: string; brand: string; validity: string; owner?: string | undefined }

/** The company whose coupons they are: that of the person, or for the platform's staff the owner of the record. */
type Company = { name?: string | undefined; logo?: string | undefined }

/** A coupon to cut out: the company, the record, its person if it has one, the code and its QR code. */
const CodeCoupon = ({ texts, row, company }: { texts: CouponTexts; row: Code; company: Company }) => {
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
        {texts.brand && <small>{texts.brand}</small>}
        <b>{texts.title}</b>
        {row.employeeName && <small>{row.employeeName}</small>}
        <code translate="no">{row.code}</code>
        <small>{texts.validity}</small>
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

/** Whether a code can be used as far as its own state says; one without a state, once. */
export const isUsable = ({ usedDate, state }: Pick<Code, "usedDate" | "state">) =>
  !usedDate && state !== "cancelled" && state !== "expired"

/** Prints the chosen codes, or loads all of the current filter, without those that cannot be used. */
export const PrintCodes = (props: {
  texts: CouponTexts
  read: Read<Query, CodePage>
  query: Query
  total: number
  /** Absent: all of the filter. */
  chosen?: readonly Code[] | undefined
  onClose: () => void
}) => {
  const { texts, read, onClose } = props
  const t = useT()
  const isTooMany = (props.chosen?.length ?? props.total) > maxBatchSize
  const [query] = useState(props.query)
  const [codes, setCodes] = useState(props.chosen?.filter(isUsable))
  const isChosen = props.chosen !== undefined
  const [done, setDone] = useState(0)
  const [failure, setFailure] = useState<unknown>()
  const [isPrinting, setPrinting] = useState(false)
  const { name, logo } = useSnapshot(theme)
  const hasLogo = useLoadedPicture(logo)
  const company = name ? { name, logo: hasLogo ? logo : undefined } : { name: texts.owner }

  useEffect(() => {
    if (isTooMany || isChosen) return
    const control = new AbortController()
    readAllPages(
      paging => read({ ...query, ...paging }, control.signal),
      (rows, total) => setDone(total ? rows / total : 1),
    ).then(
      rows => setCodes(rows.filter(isUsable)),
      (error: unknown) => {
        if (!control.signal.aborted) setFailure(error)
      },
    )
    return () => control.abort()
  }, [isTooMany, isChosen, read, query])

  if (isPrinting && codes)
    return (
      <PrintSheet onDone={onClose}>
        <ul className="print-cards">
          {codes.map(row => (
            <CodeCoupon key={row.id} texts={texts} row={row} company={company} />
          ))}
        </ul>
      </PrintSheet>
    )
  const count = codes?.length ?? 0
  return (
    <Dialog title={t("codes.print")} text={t("codes.printText")} onClose={onClose}>
      <div className="dialog__body">
        {isTooMany ? (
          <Alert tone="warning" title={t("codes.printTooMany")} />
        ) : failure !== undefined ? (
          <Alert tone="danger" title={errorMessage(failure, "codes.loadFailed", t)} />
        ) : codes ? (
          <p aria-live="polite">{t("codes.printCount", { count })}</p>
        ) : (
          <Progress value={done} label={t("codes.print")} />
        )}
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button tone="primary" icon="print" disabled={count === 0} onClick={() => setPrinting(true)}>
          {t("codes.printStart")}
        </Button>
      </div>
    </Dialog>
  )
}
