import { useMemo } from "react"
import type { Draw, Winner } from "../../../contract/draws/draws"
import { search } from "../../../core/text/fold"
import { Badge, CodeBadge, codeLabel } from "../../../ui/display/badge"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { Identity } from "../../../ui/display/pictures/identity"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { FilterBar } from "../../../ui/lists/filter-bar"
import { ListCard } from "../../../ui/lists/list-card"
import { KeywordFilter } from "../../../ui/lists/list-filters"
import type { Column } from "../../../ui/lists/table"
import { useList } from "../../../ui/lists/use-list"
import { NoMatch } from "../../../ui/placeholders/no-match"
import { stateLook } from "../resource"
import { useWinnerMenu } from "./use-winner-menu"
import { WinnerTicket } from "./winner-ticket"
import { hasPrize, isIn, prizeHolders } from "./winners"

/** Winners that are shown as tickets; the others are in the table with the reserves. */
const maxTickets = 10

type Row = Winner & { id: string }

const isReserve = (winner: Winner) => isIn(winner) && !hasPrize(winner)

const baseColumns: Column<Row>[] = [
  {
    key: "name",
    label: "draw.person",
    isMain: true,
    text: row => row.name,
    cell: row => (
      <Identity picture={<Avatar name={row.name} />} note={[row.departmentName, row.prize].filter(Boolean).join(" · ")}>
        {row.name}
      </Identity>
    ),
  },
  {
    key: "state",
    label: "draw.custody",
    size: "sm",
    rank: 0,
    text: (row, { t }) => (isReserve(row) ? t("draw.reserve") : codeLabel(stateLook, row.state, t)),
    cell: (row, { t }) =>
      isReserve(row) ? <Badge tone="neutral">{t("draw.reserve")}</Badge> : <CodeBadge {...stateLook} value={row.state} />,
  },
  {
    key: "ticket",
    label: "draw.ticket",
    size: "sm",
    rank: 1,
    align: "end",
    text: row => (row.ticket === null ? "" : String(row.ticket)),
  },
]

const scoreColumn: Column<Row> = {
  key: "score",
  label: "draw.score",
  size: "sm",
  align: "end",
  text: (row, { format }) => (row.score === null ? "" : format.number(row.score)),
}

/** Further winners, reserves, and those who dropped out; searched by name or ticket. */
const OthersCard = ({ rows, menuOf }: { rows: readonly Row[]; menuOf: ReturnType<typeof useWinnerMenu>["menuOf"] }) => {
  const t = useT()
  const list = useList("drawWinners", { pageSize: 20 })
  const { page, pageSize, filters } = list.state
  const keyword = filters.keyword?.trim() ?? ""
  const columns = useMemo(() => (rows.some(({ score }) => score !== null) ? [...baseColumns, scoreColumn] : baseColumns), [rows])
  const found = useMemo(
    () =>
      keyword
        ? rows.filter(row => String(row.ticket) === keyword || search([row], keyword, ({ name }) => name).length > 0)
        : rows,
    [rows, keyword],
  )
  const data = { rows: found.slice(page * pageSize, (page + 1) * pageSize), total: found.length }
  return (
    <ListCard
      label={t("draw.others")}
      name="drawWinners"
      list={list}
      entry={{ data, error: undefined, reload: () => {} }}
      columns={columns}
      rowLabel={row => row.name}
      rowMenu={menuOf}
      empty={<NoMatch keyword={keyword} onClear={() => list.filter({ keyword: "" })} />}
      failed=""
      summary={(from, to, count) => t("draw.peopleCount", { count, from, to })}
    >
      <div className="card__head">
        <h2>{t("draw.others")}</h2>
      </div>
      <FilterBar>
        <KeywordFilter list={list} label={t("draw.winnerSearch")} />
      </FilterBar>
    </ListCard>
  )
}

/** Who won, and what happened to each winner since. */
export const Results = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const format = useFormat()
  const { menuOf, dialog } = useWinnerMenu(draw)
  const { winners } = draw
  const holders = useMemo(() => prizeHolders(winners), [winners])
  const tickets = holders.slice(0, maxTickets)
  const others = useMemo(() => {
    const first = new Set(prizeHolders(winners).slice(0, maxTickets))
    const order = (winner: Winner) => (hasPrize(winner) ? 0 : isIn(winner) ? 1 : 2)
    return winners
      .filter(winner => !first.has(winner))
      .sort((a, b) => order(a) - order(b) || a.place - b.place)
      .map(winner => ({ ...winner, id: String(winner.place) }))
  }, [winners])
  const reserves = winners.filter(isReserve).length
  return (
    <>
      <section className="stack-sm" aria-labelledby="winners">
        <div className="row row-between row-wrap">
          <h2 id="winners">{t("draw.winners")}</h2>
          <span className="subtle small">
            {[
              t("draw.winnersCount", { count: holders.length, number: format.number(holders.length) }),
              t("draw.reservesCount", { count: reserves, number: format.number(reserves) }),
            ].join(" · ")}
          </span>
        </div>
        {tickets.length === 0 && <p className="subtle">{t("draw.noWinners")}</p>}
        <ol className="stack-sm">
          {tickets.map((winner, index) => (
            <WinnerTicket key={winner.place} winner={winner} number={index + 1} menu={menuOf(winner)} />
          ))}
        </ol>
      </section>
      {others.length > 0 && <OthersCard rows={others} menuOf={menuOf} />}
      {dialog}
    </>
  )
}
