import { useMemo, useState } from "react"
import { ticketText } from "../../../contract/draw-proof/lock"
import type { Draw, Winner } from "../../../contract/draws/draws"
import { search } from "../../../core/text/fold"
import { joinTexts } from "../../../core/text/join-texts"
import { Badge, CodeBadge, codeLabel } from "../../../ui/display/badge"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../../ui/display/pictures/person-identity"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { FilterBar } from "../../../ui/lists/filter-bar"
import { KeywordFilter } from "../../../ui/lists/list-filters"
import { Pager } from "../../../ui/lists/pager"
import { StepPager } from "../../../ui/lists/step-pager"
import { type Column, Table } from "../../../ui/lists/table"
import { useClampedPage, useList } from "../../../ui/lists/use-list"
import { NoMatch } from "../../../ui/placeholders/no-match"
import { stateLook } from "../resource"
import { TellWinners } from "./tell-winners"
import { useWinnerMenu } from "./use-winner-menu"
import { WinnerTicket } from "./winner-ticket"
import { hasPrize, isIn, prizeHolders } from "./winners"

type Row = Winner & { id: string }

const isReserve = (winner: Winner) => isIn(winner) && !hasPrize(winner)

const baseColumns: Column<Row>[] = [
  {
    key: "name",
    label: "draw.person",
    isMain: true,
    text: row => row.name,
    cell: row => (
      <PersonIdentity picture={<Avatar name={row.name} />} note={joinTexts(row.departmentName, row.prize)}>
        {row.name}
      </PersonIdentity>
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
    text: row => ticketText(row.ticket),
  },
]

const scoreColumn: Column<Row> = {
  key: "score",
  label: "draw.score",
  size: "sm",
  align: "end",
  text: (row, { format }) => (row.score === null ? "" : format.number(row.score)),
}

const pageSize = 20

type PeopleProps = { title: string; rows: readonly Row[]; menuOf: ReturnType<typeof useWinnerMenu>["menuOf"] }

/** Reserves, or those who dropped out. */
const PeopleCard = ({ title, rows, menuOf }: PeopleProps) => {
  const t = useT()
  const [at, setPage] = useState(0)
  const page = Math.min(at, Math.ceil(rows.length / pageSize) - 1)
  const columns = useMemo(() => (rows.some(({ score }) => score !== null) ? [...baseColumns, scoreColumn] : baseColumns), [rows])
  return (
    <section className="card" aria-label={title}>
      <div className="card__head">
        <h2>{title}</h2>
      </div>
      <Table
        caption={title}
        columns={columns}
        rows={rows.slice(page * pageSize, (page + 1) * pageSize)}
        rowLabel={row => row.name}
        rowMenu={menuOf}
        isLoading={false}
        skeletonRows={0}
      />
      <div className="card__foot">
        <StepPager
          {...{ page, pageSize, total: rows.length }}
          onChange={setPage}
          summary={(from, to, count) => t("draw.peopleCount", { from, to, count })}
        />
      </div>
    </section>
  )
}

/** A ticket number has no separator; one that was copied from elsewhere may have. */
const isTicket = ({ ticket }: Winner, keyword: string) => ticket !== null && ticketText(ticket) === keyword.replace(/[.,\s]/g, "")

/** Who won, who waits in reserve, and what happened to each since; found by name or ticket. */
export const Results = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const format = useFormat()
  const { menuOf, dialog } = useWinnerMenu(draw)
  const list = useList("drawWinners", { pageSize })
  const { winners } = draw
  const round = draw.lock?.round ?? 0
  const keyword = list.state.filters.keyword?.trim() ?? ""
  const { holders, shown, reserves, dropped } = useMemo(() => {
    const rowOf = (winner: Winner): Row => ({ ...winner, id: String(winner.place) })
    const isFound = (winner: Winner) =>
      !keyword || isTicket(winner, keyword) || search([winner], keyword, ({ name }) => name).length > 0
    const holders = prizeHolders(winners)
    const others = winners.filter(isFound).sort((a, b) => a.place - b.place)
    return {
      holders,
      shown: holders.map((winner, at) => ({ winner, number: at + 1 })).filter(({ winner }) => isFound(winner)),
      reserves: others.filter(isReserve).map(rowOf),
      dropped: others.filter(winner => !isIn(winner)).map(rowOf),
    }
  }, [winners, keyword])
  const { state } = list
  const rows = shown.slice(state.page * state.pageSize, (state.page + 1) * state.pageSize)
  useClampedPage(list, { rows, total: shown.length })
  const reserveCount = winners.filter(isReserve).length
  const hasNoMatch = keyword && !shown.length && !reserves.length && !dropped.length
  return (
    <>
      <section className="stack-sm" aria-labelledby="winners">
        <div className="row row-between row-wrap">
          <h2 id="winners">{t("draw.winners")}</h2>
          <span className="subtle small">
            {joinTexts(
              round > 0 && t("draw.round.of", { number: round + 1 }),
              t("draw.winnersCount", { count: holders.length, number: format.number(holders.length) }),
              t("draw.reservesCount", { count: reserveCount, number: format.number(reserveCount) }),
            )}
          </span>
          <TellWinners draw={draw} />
        </div>
        {(keyword || winners.length > pageSize) && (
          <FilterBar>
            <KeywordFilter list={list} label={t("draw.winnerSearch")} />
          </FilterBar>
        )}
        {holders.length === 0 && <p className="subtle">{t("draw.noWinners")}</p>}
        {hasNoMatch && <NoMatch keyword={keyword} onClear={() => list.filter({ keyword: "" })} />}
        <ol className="stack-sm">
          {rows.map(({ winner, number }) => (
            <WinnerTicket key={winner.place} winner={winner} number={number} menu={menuOf(winner)} />
          ))}
        </ol>
        {shown.length > 0 && (
          <Pager
            list={list}
            name="drawWinners"
            total={shown.length}
            summary={(from, to, count) => t("draw.peopleCount", { count, from, to })}
          />
        )}
      </section>
      {reserves.length > 0 && <PeopleCard title={t("draw.reserves")} rows={reserves} menuOf={menuOf} />}
      {dropped.length > 0 && <PeopleCard title={t("draw.droppedOut")} rows={dropped} menuOf={menuOf} />}
      {dialog}
    </>
  )
}
