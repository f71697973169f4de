import { useEffect, useRef } from "react"
import { useFormat } from "../hooks/use-format"
import { Link } from "./link"

type LinkTab = { label: string; href: string; current: boolean; count?: number }

/** Tabs as links, with an optional number of records. Where they are wider than the page, the current one is scrolled into view. */
export const LinkTabs = ({ label, tabs }: { label: string; tabs: LinkTab[] }) => {
  const format = useFormat()
  const nav = useRef<HTMLElement>(null)
  const current = tabs.findIndex(tab => tab.current)
  const isScrolled = useRef(false)
  useEffect(() => {
    const tab = nav.current?.children[current]
    // The position of the tab costs a layout. The first one is in view until another one was scrolled into view.
    if (current <= 0 && !isScrolled.current) return
    isScrolled.current = true
    if (nav.current && tab instanceof HTMLElement)
      nav.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - nav.current.offsetLeft - nav.current.clientWidth / 2
  }, [current])
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {tabs.map(tab => (
        <Link key={tab.label} href={tab.href} aria-current={tab.current ? "true" : undefined}>
          {tab.label} {tab.count !== undefined && <span className="tabs__count">{format.number(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
