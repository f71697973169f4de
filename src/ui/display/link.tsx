import type { AnchorHTMLAttributes, ReactNode } from "react"
import { Link as RouterLink } from "wouter"

let prefetch: (href: string) => void = () => {}

/** The application says what to fetch when a person is about to follow a link (hover, focus, touch). */
export const onIntent = (prefetchLink: (href: string) => void) => {
  prefetch = prefetchLink
}

/** A click that came without a hover asks as well, before the new screen is rendered. */
export const intent = (href: string) => ({
  onPointerEnter: () => prefetch(href),
  onFocus: () => prefetch(href),
  onTouchStart: () => prefetch(href),
  onClickCapture: () => prefetch(href),
})

/** A link inside the console. */
export const Link = ({
  href,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children: ReactNode; replace?: boolean }) => (
  <RouterLink href={href} {...intent(href)} {...rest}>
    {children}
  </RouterLink>
)
