import { useMemo, useState } from "react"
import type { Campaign } from "../../../contract/campaigns"
import { type CampaignUse, needsAmount, takesUses, useSources } from "../../../contract/campaigns/uses"
import { compact } from "../../../core/compact"
import { joinTexts } from "../../../core/text/join-texts"
import { NotOffered } from "../../../state/features"
import { Button } from "../../../ui/controls/button"
import { DateRange } from "../../../ui/controls/date-range"
import { Select } from "../../../ui/controls/select"
import { Card } from "../../../ui/display/card"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../../ui/display/pictures/person-identity"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import type { CellContext } from "../../../ui/lists/cell-context"
import { dateTimeColumn } from "../../../ui/lists/columns"
import { Export } from "../../../ui/lists/export"
import { dateValues, numberValue, textValue } from "../../../ui/lists/export-values"
import { FilterBar } from "../../../ui/lists/filter-bar"
import { FilterChoice } from "../../../ui/lists/filter-choice"
import { ListCard } from "../../../ui/lists/list-card"
import { KeywordFilter } from "../../../ui/lists/list-filters"
import type { Column } from "../../../ui/lists/table"
import { useList } from "../../../ui/lists/use-list"
import { usePreviousData } from "../../../ui/lists/use-previous-data"
import { Menu } from "../../../ui/overlays/menu"
import { Empty } from "../../../ui/placeholders/empty"
import { NoMatch } from "../../../ui/placeholders/no-match"
import { listUses } from "../../campaign-uses/api"
import { searchPeople } from "../../records/search-people"
import { DaysCard, Figures } from "./figures"
import { ImportDialog } from "./import-dialog"
import { UseDialog } from "./use-dialog"
import { VoidDialog } from "./void-dialog"

type Context = Pick<CellContext, "t" | "format">

/** A general code has no person. */
const personOf = ({ employeeName, code, source }: CampaignUse, { t }: Pick<Context, "t">) =>
  employeeName || code || t(source === "code" ? "codes.usedByCode" : "campaign.use.deletedPerson")

/** What is voided is struck through. */
const struck = (row: CampaignUse, content: string) => (row.voided ? <s>{content}</s> : content)

const personColumn: Column<CampaignUse> = {
  key: "person",
  label: "campaign.use.person",
  isMain: true,
  text: personOf,
  cell: (row, { t, format }) => {
    const { voided, code } = row
    const name = personOf(row, { t })
    const isNamed = row.employeeName || row.source !== "code"
    return (
      <>
        {isNamed ? (
          <PersonIdentity picture={<Avatar name={name} />}>{struck(row, name)}</PersonIdentity>
        ) : (
          <span translate={code ? "no" : undefined} className={code ? "mono" : undefined}>
            {struck(row, name)}
          </span>
        )}
        {voided && (
          <p className="subtle small">
            {t("campaign.use.voidedBy", { reason: voided.reason, by: joinTexts(voided.author, format.date(voided.at)) })}
          </p>
        )}
      </>
    )
  },
}

const atColumn: Column<CampaignUse> = {
  ...dateTimeColumn("at", "campaign.use.at", "at"),
  cell: (row, { format }) => struck(row, format.dateTime(row.at)),
}

const amountColumn = (currency: string): Column<CampaignUse> => ({
  key: "amount",
  label: "campaign.use.amountLabel",
  size: "sm",
  align: "end",
  className: "nowrap",
  text: (row, { format }) => format.money(row.amount, currency),
  values: [numberValue("campaign.use.amountLabel", row => row.amount), textValue("campaign.currency", () => currency)],
  cell: (row, { format }) => struck(row, format.money(row.amount, currency)),
})

const sourceColumn: Column<CampaignUse> = {
  key: "source",
  label: "campaign.use.source",
  size: "sm",
  text: (row, { t }) => t(`campaign.source.${row.source}`),
  values: [
    textValue("campaign.use.source", (row, { t }) => t(`campaign.source.${row.source}`)),
    textValue("campaign.use.author", row => row.author),
    textValue("campaign.use.token", row => row.token ?? ""),
    textValue("codes.code", row => row.code ?? ""),
    ...dateValues<CampaignUse>("campaign.use.recordedAt", row => row.createdDate),
  ],
  cell: (row, { t }) => (
    <span className="table__pair">
      {t(`campaign.source.${row.source}`)}
      <small>{row.token ?? row.author}</small>
    </span>
  ),
}

const referenceColumn: Column<CampaignUse> = {
  key: "reference",
  label: "campaign.use.reference",
  size: "sm",
  text: row => row.reference,
  values: [
    textValue("campaign.use.reference", row => row.reference),
    ...dateValues<CampaignUse>("campaign.use.voidedAt", row => row.voided?.at),
    textValue("campaign.use.voidReason", row => row.voided?.reason ?? ""),
  ],
  cell: row =>
    row.reference && (
      <code translate="no" className="mono">
        {row.reference}
      </code>
    ),
}

const searchAll = searchPeople("", "all")
const noFilters = { keyword: "", from: "", to: "", employeeId: "", source: "" }

/** The uses of a campaign: figures, days, and the ledger (docs/contract.md#campaign-uses). */
export const Uses = ({ campaign }: { campaign: Campaign }) => {
  const t = useT()
  const format = useFormat()
  const { may, mayChange, isInReach } = useScreenContext()
  const list = useList("campaignUses", { pageSize: 20 })
  const { page, pageSize, sortBy, sortOrder } = list.state
  const { keyword = "", from = "", to = "", employeeId = "", source = "" } = list.state.filters
  const period = { ...(from && { from }), ...(to && { to }) }
  const query = {
    id: campaign.id,
    page,
    pageSize,
    ...(sortBy && { sortBy, sortOrder }),
    ...period,
    ...(keyword && { keyword }),
    ...(employeeId && { employeeId }),
    ...(source && { source }),
  }
  const entry = useQuery(listUses, query)
  const { data, isStale } = usePreviousData(entry)
  const [open, setOpen] = useState<"add" | "import">()
  const [voiding, setVoiding] = useState<CampaignUse>()
  const mayVoid = may("write") && mayChange(campaign)
  const mayRecord = mayVoid && takesUses(campaign)
  const hasAmounts = needsAmount(campaign) || (data?.amountUsed ?? 0) > 0
  const columns = useMemo(
    () => compact([personColumn, atColumn, hasAmounts && amountColumn(campaign.currency), sourceColumn, referenceColumn]),
    [hasAmounts, campaign.currency],
  )

  if (!entry.data && entry.error instanceof NotOffered)
    return (
      <Card label={t("campaign.uses")}>
        <Empty icon="info" title={t("error.notOffered")} text={t("campaign.uses.notOffered")} />
      </Card>
    )
  const nameOf = (row: CampaignUse) => `${personOf(row, { t })}, ${format.dateTime(row.at)}`
  const isFiltered = Boolean(keyword || from || to || employeeId || source)
  const known = data?.rows.find(row => row.employeeId === employeeId)
  const hasFailed = entry.error !== undefined && !data
  const opening = data?.openingCount ?? 0
  const note = !isInReach(campaign) ? t("campaign.uses.ownOnly") : !takesUses(campaign) && t("campaign.uses.closed")
  const add = { label: t("campaign.use.add"), icon: "plus" as const, run: () => setOpen("add") }
  const bring = { label: t("campaign.use.import"), icon: "upload" as const, run: () => setOpen("import") }
  return (
    <>
      {!hasFailed && <Figures campaign={campaign} figures={data} />}
      {!hasFailed && <DaysCard campaign={campaign} period={period} />}
      <ListCard
        label={t("campaign.uses")}
        name="campaignUses"
        list={list}
        entry={{ ...entry, data }}
        isStale={isStale}
        columns={columns}
        rowLabel={nameOf}
        rowMenu={row =>
          mayVoid &&
          !row.voided && (
            <Menu
              label={t("ui.actionsOf", { title: nameOf(row) })}
              items={[{ label: t("campaign.use.void"), icon: "x", tone: "danger", run: () => setVoiding(row) }]}
            />
          )
        }
        sort={sortBy ? { by: sortBy, order: sortOrder ?? "asc" } : undefined}
        onSort={({ by, order }) => list.go({ page: 0, sortBy: by, sortOrder: order })}
        empty={
          isFiltered ? (
            <NoMatch keyword={keyword} onClear={() => list.filter(noFilters)} />
          ) : (
            <Empty
              icon="list"
              title={t("campaign.uses.empty")}
              text={t(mayRecord ? "campaign.uses.emptyText" : "campaign.uses.emptyRead")}
              actions={mayRecord ? [add, bring] : undefined}
            />
          )
        }
        failed={t("campaign.uses.failed")}
        summary={(from, to, count) => t("campaign.uses.count", { count, from, to })}
      >
        {!hasFailed && (
          <div className="card__head">
            <span>
              <h2>{t("campaign.uses.ledger")}</h2>
              {note && <p className="subtle small">{note}</p>}
              {opening > 0 && (
                <p className="subtle small">{t("campaign.uses.opening", { count: opening, number: format.number(opening) })}</p>
              )}
            </span>
            {mayRecord && (data?.total || isFiltered) ? (
              <span className="row row-wrap">
                <Button icon={bring.icon} onClick={bring.run}>
                  {bring.label}
                </Button>
                <Button icon={add.icon} onClick={add.run}>
                  {add.label}
                </Button>
              </span>
            ) : null}
          </div>
        )}
        {!hasFailed && (data?.total !== 0 || isFiltered) && (
          <FilterBar>
            <KeywordFilter list={list} label={t("campaign.use.search")} />
            <DateRange label={t("campaign.use.day")} from={from} to={to} onChange={(from, to) => list.filter({ from, to })} />
            <FilterChoice
              id="filter-employeeId"
              label={t("campaign.use.person")}
              loadOptions={searchAll}
              known={known && [{ value: employeeId, label: personOf(known, { t }) }]}
              value={employeeId}
              onChange={value => list.filter({ employeeId: value })}
            />
            <span>
              <Select
                aria-label={t("campaign.use.source")}
                value={source}
                onChange={value => list.filter({ source: value })}
                options={[
                  { value: "", label: t("campaign.use.source") },
                  ...useSources.map(value => ({ value, label: t(`campaign.source.${value}`) })),
                ]}
              />
            </span>
            {may("export") && (
              <span className="push-end">
                <Export
                  title={joinTexts(campaign.title, t("campaign.uses"))}
                  read={listUses}
                  query={query}
                  columns={columns}
                  total={data?.total ?? 0}
                />
              </span>
            )}
          </FilterBar>
        )}
      </ListCard>
      {open === "add" && <UseDialog campaign={campaign} onClose={() => setOpen(undefined)} />}
      {open === "import" && <ImportDialog campaign={campaign} onClose={() => setOpen(undefined)} />}
      {voiding && (
        <VoidDialog campaignId={campaign.id} use={voiding} name={nameOf(voiding)} onClose={() => setVoiding(undefined)} />
      )}
    </>
  )
}
