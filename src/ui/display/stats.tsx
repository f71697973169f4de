import { classes } from "./classes"
import { Link } from "./link"
import { Skeleton } from "./skeleton"

/** A figure; `href`: the page that shows what it counts. */
type Stat = { label: string; value: string; note?: string; href?: string }

const Content = ({ item, isLoading }: { item: Stat; isLoading: boolean | undefined }) => (
  <>
    <span className="stat__label">{item.label}</span>
    {isLoading ? <Skeleton width="short" /> : <strong>{item.value}</strong>}
    {!isLoading && item.note && <span className="subtle small">{item.note}</span>}
  </>
)

/** A row of labelled figures. While loading, skeletons take the place of values. */
export const Stats = ({ label, items, isLoading }: { label: string; items: Stat[]; isLoading?: boolean }) => (
  <section
    className={classes("card stats", items.length > 6 && "stats--many")}
    aria-label={label}
    aria-busy={isLoading || undefined}
  >
    {items.map(item =>
      item.href ? (
        <Link className="stat" key={item.label} href={item.href}>
          <Content item={item} isLoading={isLoading} />
        </Link>
      ) : (
        <div className="stat" key={item.label}>
          <Content item={item} isLoading={isLoading} />
        </div>
      ),
    )}
  </section>
)
