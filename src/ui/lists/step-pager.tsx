import { IconButton } from "../controls/button"
import { useT } from "../hooks/use-t"

type Props = {
  /** From 0. */
  page: number
  pageSize: number
  total: number
  onChange: (page: number) => void
  summary: (from: number, to: number, total: number) => string
}

/** Steps through the pages of a list that is not in the URL; with the summary alone where there is one page. */
export const StepPager = ({ page, pageSize, total, onChange, summary }: Props) => {
  const t = useT()
  const text = summary(page * pageSize + 1, Math.min(total, (page + 1) * pageSize), total)
  if (total <= pageSize) return <p className="subtle small">{text}</p>
  return (
    <span className="row subtle small" aria-live="polite">
      <IconButton icon="left" label={t("ui.previousPage")} disabled={page === 0} onClick={() => onChange(page - 1)} />
      {text}
      <IconButton
        icon="right"
        label={t("ui.nextPage")}
        disabled={(page + 1) * pageSize >= total}
        onClick={() => onChange(page + 1)}
      />
    </span>
  )
}
