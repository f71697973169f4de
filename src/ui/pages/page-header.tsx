import type { ReactNode } from "react"
import { backLinkTo } from "../../state/list-positions"
import { Link } from "../display/link"
import type { Crumb } from "../hooks/screen-context"
import { useT } from "../hooks/use-t"

/** The header of a screen: breadcrumb, the page's h1 with a status, a line of text, actions. */
export const PageHeader = (props: {
  title: string
  /** Whether the title is the name of a person, which no translator changes. */
  isPerson?: boolean
  badge?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  trail?: readonly Crumb[]
  /** Shown beside the breadcrumb. */
  siblings?: ReactNode
}) => {
  const t = useT()
  const translate = props.isPerson ? "no" : undefined
  return (
    <header className="page-header">
      {props.trail && props.trail.length > 0 && (
        <nav className="breadcrumb" aria-label={t("ui.breadcrumb")}>
          <ol>
            {props.trail.map(crumb => (
              <li key={crumb.href}>
                <Link {...backLinkTo(crumb.href)}>{crumb.label}</Link>
              </li>
            ))}
            <li>
              <span aria-current="page" translate={translate}>
                {props.title}
              </span>
            </li>
          </ol>
        </nav>
      )}
      {props.siblings}
      <div className="page-header__text">
        <div className="page-header__title">
          <h1 id="page-title" translate={translate}>
            {props.title}
          </h1>
          {props.badge}
        </div>
        {props.text && <p>{props.text}</p>}
      </div>
      {props.actions && <div className="button-row">{props.actions}</div>}
    </header>
  )
}
