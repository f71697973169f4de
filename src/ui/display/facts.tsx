import type { ReactNode } from "react"
import { compact, type Falsy } from "../../core/compact"
import { dash } from "../../core/text/format"

/** Names and values; a missing value is shown as a dash (docs/contract.md#missing-members). */
export const Facts = ({ items }: { items: readonly (readonly [string, ReactNode] | Falsy)[] }) => (
  <dl className="facts">
    {compact(items).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === undefined || value === null || value === "" ? dash : value}</dd>
      </div>
    ))}
  </dl>
)
