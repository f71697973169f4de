import type { AnchorHTMLAttributes, MouseEvent, ReactNode, SyntheticEvent } from "react"

type NavigateOptions = { replace?: boolean; state?: object }

const actions = {
  prefetch: (_href: string) => {},
  navigate: (_href: string, _options?: NavigateOptions) => {},
}

/** Sets what links do: `prefetch` loads the target of one that is likely to be followed, `navigate` shows it. */
export const setLinkActions = (next: typeof actions) => {
  Object.assign(actions, next)
}

/** Event handlers that prefetch on hover, focus and press, and on a click without any of them. */
const handlersOf = (prefetch: (event: SyntheticEvent) => void) => ({
  onPointerEnter: prefetch,
  onFocus: prefetch,
  onPointerDown: prefetch,
  onClickCapture: prefetch,
})

/** Event handlers that prefetch a link on hover, focus and press, and on a click without any of them. */
export const prefetchHandlers = (href: string) => handlersOf(() => actions.prefetch(href))

const hrefOf = ({ currentTarget }: SyntheticEvent) => currentTarget.getAttribute("href") as string

/** Follows a link in the page, unless the click opens a tab or window of its own. */
const follow = <E extends MouseEvent>(event: E, options?: NavigateOptions, onClick?: (event: E) => void) => {
  if (event.button || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  onClick?.(event)
  if (event.defaultPrevented) return
  event.preventDefault()
  actions.navigate(hrefOf(event), options)
}

/** The same handlers for every link: lists have many of them. */
const handlers = {
  ...handlersOf(event => actions.prefetch(hrefOf(event))),
  onClick: (event: MouseEvent) => follow(event),
}

/** A link within the console; its target is prefetched. */
export const Link = ({
  href,
  replace,
  state,
  children,
  onClick,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children: ReactNode } & NavigateOptions) => (
  <a
    {...handlers}
    onClick={replace || state || onClick ? event => follow(event, { replace, state }, onClick) : handlers.onClick}
    {...rest}
    href={href}
  >
    {children}
  </a>
)
