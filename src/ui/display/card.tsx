import { type ReactNode, useId } from "react"

/** A section of a page. With a title it has a head and a body; with a `label` only, its content fills it. Not nested. */
export const Card = (props: { title?: string; note?: ReactNode; label?: string; foot?: ReactNode; children: ReactNode }) => {
  const id = useId()
  if (!props.title)
    return (
      <section className="card" aria-label={props.label}>
        {props.children}
      </section>
    )
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card__head">
        <h2 id={id}>{props.title}</h2>
        {props.note && <span className="subtle small">{props.note}</span>}
      </div>
      <div className="card__body">{props.children}</div>
      {props.foot && <div className="card__foot">{props.foot}</div>}
    </section>
  )
}
