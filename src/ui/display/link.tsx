import type { AnchorHTMLAttributes, ReactNode } from "react"
import { Link as RouterLink } from "wouter"

let prefetch: (href: string) => void = () => {}

/** Sets the function that prefetches the target of a link. */
export const setLinkPrefetch = (prefetchLink: (href: string) => void) => {
  prefetch = prefetchLink
}

/** Event handlers that prefetch a link on hover, focus and touch, and on a click without any of them. */
export const prefetchHandlers = (href: string) => ({
  onPointerEnter: () => prefetch(href),
  onFocus: () => prefetch(href),
  onTouchStart: () => prefetch(href),
  onClickCapture: () => prefetch(href),
})

/** A link within the console; its target is prefetched. */
export const Link = ({
  href,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children: ReactNode; replace?: boolean; state?: object }) => (
  <RouterLink href={href} {...prefetchHandlers(href)} {...rest}>
    {children}
  </RouterLink>
)
