import { type Figure, valueText } from "../../contract/report-figures"
import { Icon } from "../../ui/display/icons/icon"
import { Link } from "../../ui/display/link"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { changeOf } from "./figures"

/** The change of a figure against the period before, in words. */
export const ChangeText = ({ figure }: { figure: Omit<Figure, "name" | "label" | "list"> }) => {
  const { text, icon, tone } = changeOf(figure, { t: useT(), format: useFormat() })
  return (
    <span className="report-change" data-tone={tone}>
      {icon && <Icon name={icon} size="sm" />}
      {text}
    </span>
  )
}

/** A figure, its change, and the one of the period before, unless it is as of now; each leads to its list. @param hrefOf lists by period */
export const FigureView = ({ figure, href, previousHref }: { figure: Figure; href: string; previousHref: string }) => {
  const context = { t: useT(), format: useFormat() }
  const { t } = context
  const label = t(figure.label)
  const value = valueText(figure.value, figure.kind, context)
  const previous = t("reporting.previous", { value: valueText(figure.previous, figure.kind, context) })
  return (
    <div className="stat">
      <span className="stat__label">{label}</span>
      <strong>
        <Link href={href} aria-label={`${label}: ${value}`}>
          {value}
        </Link>
      </strong>
      {!figure.isCurrent && (
        <>
          <ChangeText figure={figure} />
          <Link className="link small" href={previousHref} aria-label={`${label}, ${previous}`}>
            {previous}
          </Link>
        </>
      )}
    </div>
  )
}
