import { useFormat } from "../hooks/use-format"
import { Link } from "./link"

type LinkTab = { label: string; href: string; current: boolean; count?: number }

/** Tabs as links, with an optional number of records. */
export const LinkTabs = ({ label, tabs }: { label: string; tabs: LinkTab[] }) => {
  const format = useFormat()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(tab => (
        <Link key={tab.label} href={tab.href} aria-current={tab.current ? "true" : undefined}>
          {tab.label} {tab.count !== undefined && <span className="tabs__count">{format.number(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
