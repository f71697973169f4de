import type { ComponentProps, ReactNode } from "react"
import { Link } from "../display/link"

type Area = { x: number; y: number; width: number; height: number }

/**
 * Marks of a chart that lead to what they count; without `href`, a group of marks.
 * @param label the link's name: what the marks show, in words
 * @param area what the pointer hits
 */
export const MarkLink = ({
  href,
  label,
  area,
  children,
  ...rest
}: { href: string | undefined; label: string; area: Area; children?: ReactNode } & Omit<
  ComponentProps<typeof Link>,
  "href" | "children"
>) =>
  href ? (
    <Link className="chart__link" href={href} aria-label={label} {...rest}>
      <rect className="chart__hit" {...area} />
      {children}
    </Link>
  ) : (
    <g>{children}</g>
  )
