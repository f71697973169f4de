import type { ReactNode } from "react"
import { Identity } from "./identity"

type CouponLine = { label: string; value: string; isCode?: boolean }

/** A notched card for things that can be won or redeemed (docs/console.md#layout). */
export const Coupon = (props: {
  brandName: string
  category: string
  value: ReactNode
  /** The whole value, where it may be cut off. */
  hint?: string
  /** Size of the value, from `couponSize`; absent: the largest. */
  size?: string
  unit?: string
  title: string
  /** A logo, or the initials of the name. */
  picture: ReactNode
  foot: CouponLine[]
}) => (
  <div className="coupon">
    <div>
      <div className="coupon__top">
        <svg className="coupon__decoration" viewBox="0 0 320 200" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
          {[40, 72, 104, 136].map(radius => (
            <circle key={radius} cx="290" cy="20" r={radius} />
          ))}
        </svg>
        <Identity
          picture={
            <span className="logo" translate="no" aria-hidden="true">
              {props.picture}
            </span>
          }
          note={props.category}
        >
          <b title={props.brandName}>{props.brandName}</b>
        </Identity>
        <div className="coupon__text">
          <p className="coupon__value" data-size={props.size} title={props.hint}>
            {props.value} {props.unit && <span>{props.unit}</span>}
          </p>
          <p className="coupon__title">{props.title}</p>
        </div>
      </div>
      <div className="coupon__foot">
        {props.foot.map(line => (
          <span key={line.label}>
            <small>{line.label}</small>
            {line.isCode ? <code translate="no">{line.value}</code> : <b>{line.value}</b>}
          </span>
        ))}
      </div>
    </div>
  </div>
)
