import { Select } from "../controls/select"
import { Icon, type IconName } from "../display/icons/icon"
import { Link } from "../display/link"
import { useT } from "../hooks/use-t"

const sizes = [8, 20, 50, 100]

/** Returns the page numbers to show (0-based): first, last and around the current page; undefined is a gap. */
export const pageNumbers = (page: number, pages: number): (number | undefined)[] => {
  const numbers = [...new Set([0, page - 1, page, page + 1, pages - 1])]
    .filter(number => number >= 0 && number < pages)
    .sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1]
    return before !== undefined && number - before > 1
      ? number - before === 2
        ? [number - 1, number]
        : [undefined, number]
      : [number]
  })
}

const Step = ({ icon, label, href }: { icon: IconName; label: string; href: string | undefined }) =>
  href === undefined ? (
    <button type="button" className="icon-btn" aria-label={label} disabled>
      <Icon name={icon} />
    </button>
  ) : (
    <Link className="icon-btn" aria-label={label} href={href}>
      <Icon name={icon} />
    </Link>
  )

/** Links to the pages of a list, and the page size. @param page 0-based. @param summary describes the shown rows */
export const Pager = (props: {
  page: number
  pageSize: number
  /** A size that can be chosen besides the usual ones. */
  defaultSize?: number | undefined
  total: number
  summary: (from: number, to: number) => string
  hrefOf: (page: number) => string
  onPageSize: (size: number) => void
}) => {
  const t = useT()
  const { page, pageSize, defaultSize = pageSize, total, hrefOf } = props
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(total, page * pageSize + 1)
  const to = Math.min(total, (page + 1) * pageSize)
  return (
    <nav className="pager" aria-label={t("ui.pages")}>
      <p aria-live="polite">{props.summary(from, to)}</p>
      <Select
        aria-label={t("ui.pageSize")}
        value={String(pageSize)}
        onChange={size => props.onPageSize(Number(size))}
        options={[...new Set([...sizes, defaultSize, pageSize])]
          .sort((a, b) => a - b)
          .map(size => ({ value: String(size), label: t("ui.perPage", { size }) }))}
      />
      <Step icon="left" label={t("ui.previousPage")} href={page > 0 ? hrefOf(page - 1) : undefined} />
      <ol>
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === undefined ? (
              <span>…</span>
            ) : (
              <Link
                href={hrefOf(number)}
                aria-label={t("ui.page", { page: number + 1 })}
                aria-current={number === page ? "page" : undefined}
              >
                {number + 1}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step icon="right" label={t("ui.nextPage")} href={page + 1 < pages ? hrefOf(page + 1) : undefined} />
    </nav>
  )
}
