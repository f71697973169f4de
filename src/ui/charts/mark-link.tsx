import type { ComponentProps } from "react"
import { Link } from "../display/link"

/**
 * A link over the marks of a chart, to what they count. Texts of the chart are not part of it: its name puts them into words.
 * @param label the name of the link; @param area what the pointer hits
 */
export const MarkLink = ({
  href,
  label,
  area,
  ...rest
}: {
  href: string
  label: string
  area: { x: number; y: number; width: number; height: number }
} & Omit<ComponentProps<typeof Link>, "href" | "children">) => (
  <Link className="chart__link" href={href} aria-label={label} {...rest}>
    <rect className="chart__hit" {...area} />
  </Link>
)
