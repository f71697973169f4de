import type { ReactNode } from "react"
import { dash } from "../../core/format"

/** Names and values; a missing value shows as a dash (decisions §2). */
export const Facts = ({ items }: { items: (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === undefined || value === null || value === "" ? dash : value}</dd>
      </div>
    ))}
  </dl>
)
