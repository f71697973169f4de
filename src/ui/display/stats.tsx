import { Skeleton } from "./skeleton"

type Stat = { label: string; value: string; note?: string }

/** A row of labelled figures. While loading, skeletons take the place of values. */
export const Stats = ({ label, items, isLoading }: { label: string; items: Stat[]; isLoading?: boolean }) => (
  <section className="card stats" aria-label={label} aria-busy={isLoading || undefined}>
    {items.map(item => (
      <div className="stat" key={item.label}>
        <span className="stat__label">{item.label}</span>
        {isLoading ? <Skeleton width="short" /> : <strong>{item.value}</strong>}
        {!isLoading && item.note && <span className="subtle small">{item.note}</span>}
      </div>
    ))}
  </section>
)
