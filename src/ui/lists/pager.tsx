import { settings } from "../../state/settings"
import { Select } from "../controls/select"
import { Icon, type IconName } from "../display/icons/icon"
import { Link } from "../display/link"
import { useT } from "../hooks/use-t"
import type { List } from "./use-list"

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

type Props = { list: List; name: string; total: number; summary: (from: number, to: number, total: number) => string }

/** Links to the pages of a list, and the page size, which is stored. @param name key of the stored size; @param summary describes the shown rows */
export const Pager = ({ list, name, total, summary }: Props) => {
  const t = useT()
  const { page, pageSize } = list.state
  const hrefOf = (to: number) => list.hrefOf({ page: to })
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(total, page * pageSize + 1)
  const to = Math.min(total, (page + 1) * pageSize)
  return (
    <nav className="pager" aria-label={t("ui.pages")}>
      <p aria-live="polite">{summary(from, to, total)}</p>
      <Select
        aria-label={t("ui.pageSize")}
        value={String(pageSize)}
        onChange={size => {
          settings.pageSize[name] = Number(size)
          list.go({ page: 0, pageSize: Number(size) })
        }}
        options={[...new Set([...sizes, list.defaultSize ?? pageSize, pageSize])]
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
