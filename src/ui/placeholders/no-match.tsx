import { useT } from "../hooks/use-t"
import { Empty } from "./empty"

/** No record matches the filters. */
export const NoMatch = ({ keyword, onClear }: { keyword?: string | undefined; onClear: () => void }) => {
  const t = useT()
  return (
    <Empty
      icon="search"
      title={keyword ? t("ui.noMatchFor", { keyword }) : t("ui.noMatch")}
      text={t("ui.noMatchText")}
      actions={[{ label: t("ui.clearFilters"), run: onClear }]}
    />
  )
}
