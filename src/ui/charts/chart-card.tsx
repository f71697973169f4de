import { type ReactNode, useId, useRef, useState } from "react"
import { notifyFailure } from "../../state/notifications"
import { Button } from "../controls/button"
import { Link } from "../display/link"
import { useT } from "../hooks/use-t"
import { download, fileNameOf } from "../lists/csv-file"
import { Menu } from "../overlays/menu"
import { chartPicture, type PictureType } from "./chart-picture"

/** The figures behind a chart. The first cell of a row names it; the other columns are numbers. `href`: where the row leads. */
export type ChartTable = {
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly string[]; href?: string }[]
}

export const ChartTableView = ({ caption, table }: { caption: string; table: ChartTable }) => (
  <table className="chart-table">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        {table.columns.map(column => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {table.rows.map(({ key, cells: [name, ...values], href }) => (
        <tr key={key}>
          <th scope="row">{href ? <Link href={href}>{name}</Link> : name}</th>
          {values.map((value, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their column
            <td key={at}>{value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/**
 * A chart in a card, with its figures as a table in its place on demand, and as a picture to save
 * (docs/console.md#charts).
 * @param children the chart
 */
export const ChartCard = (props: {
  id?: string
  title: string
  /** Below the title. */
  note?: ReactNode
  table: ChartTable
  /** Source of the figures; written on a saved picture. */
  source: string
  maySave: boolean
  /** Downloads the figures as CSV; absent: they are no file of their own. */
  onCsv?: () => void
  /** Whether `children` are a chart; otherwise there is neither table nor picture. */
  hasChart?: boolean
  children: ReactNode
}) => {
  const t = useT()
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  const [isTable, setTable] = useState(false)
  const { title, table, source, hasChart = true } = props

  const save = async (type: PictureType) => {
    const svg = section.current?.querySelector<SVGSVGElement>(".chart svg")
    try {
      if (svg) download(await chartPicture(type, svg, { title, source }), fileNameOf(title.slice(0, 60), type))
    } catch (error) {
      notifyFailure(error, "ui.chart.saveFailed")
    }
  }
  const switchLabel = t(isTable ? "ui.chart.asChart" : "ui.chart.asTable")
  return (
    <section className="card chart-card" id={props.id} ref={section} tabIndex={-1} aria-labelledby={headingId}>
      <div className="card__head">
        <div className="chart-card__title">
          <h2 id={headingId}>{title}</h2>
          {props.note && <p className="subtle small">{props.note}</p>}
        </div>
        {hasChart && (
          <div className="row">
            <Button tone="ghost" size="sm" aria-label={`${switchLabel}: ${title}`} onClick={() => setTable(!isTable)}>
              {switchLabel}
            </Button>
            {props.maySave && (!isTable || props.onCsv) && (
              <Menu
                label={t("ui.chart.save", { title })}
                icon="download"
                items={[
                  !isTable && { label: t("ui.chart.svg"), icon: "image", run: () => save("svg") },
                  !isTable && { label: t("ui.chart.png"), icon: "image", run: () => save("png") },
                  props.onCsv && { label: t("ui.chart.csv"), icon: "download", run: props.onCsv },
                ]}
              />
            )}
          </div>
        )}
      </div>
      <div className="card__body">{isTable && hasChart ? <ChartTableView caption={title} table={table} /> : props.children}</div>
    </section>
  )
}
