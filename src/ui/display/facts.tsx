import type { ReactNode } from "react"
import { dash } from "../../core/text/format"

/** Names and values; a missing value is shown as a dash (docs/contract.md#missing-members). */
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
