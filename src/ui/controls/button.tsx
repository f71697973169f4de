import type { ButtonHTMLAttributes, ReactNode, Ref } from "react"
import { classes } from "../display/classes"
import { Icon, type IconName } from "../display/icons/icon"
import { Link } from "../display/link"
import { Spinner } from "../display/spinner"

export type Tone = "primary" | "ghost" | "danger" | "danger-solid"
type Look = { tone?: Tone; size?: "sm" | "lg"; block?: boolean; icon?: IconName }

const look = ({ tone, size, block }: Look, className?: string) =>
  classes("btn", tone && `btn--${tone}`, size && `btn--${size}`, block && "btn--block", className)

/** A button. While busy it shows a spinner and ignores clicks. */
export const Button = ({
  tone,
  size,
  block,
  icon,
  busy,
  className,
  children,
  ...rest
}: Look & { busy?: boolean; ref?: Ref<HTMLButtonElement>; "data-focus"?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button
    type="button"
    className={look({ tone, size, block }, className)}
    data-tone={tone === "danger" ? "danger" : undefined}
    aria-busy={busy || undefined}
    {...rest}
    onClick={busy ? undefined : rest.onClick}
  >
    {busy ? <Spinner size="sm" /> : icon && <Icon name={icon} />}
    {children}
  </button>
)

/** A link in the style of a button. */
export const LinkButton = ({ href, children, icon, ...rest }: Look & { href: string; children: ReactNode }) => (
  <Link className={look(rest)} href={href}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
)

/** A button with an icon only; `label` is its accessible name and tooltip. */
export const IconButton = ({
  icon,
  label,
  className,
  ...rest
}: { icon: IconName; label: string; ref?: Ref<HTMLButtonElement> } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "aria-label"
>) => (
  <button type="button" className={classes("icon-btn", className)} aria-label={label} title={label} {...rest}>
    <Icon name={icon} />
  </button>
)
