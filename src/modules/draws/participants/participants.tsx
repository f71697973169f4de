import { useMemo, useState } from "react"
import { ticketText } from "../../../contract/draw-proof/lock"
import { type Draw, methods, statuses } from "../../../contract/draws/draws"
import type { Participant } from "../../../contract/draws/entries"
import { compact } from "../../../core/compact"
import { NotOffered } from "../../../state/features"
import { confirmation } from "../../../state/instances"
import { notifyFailure, notifySuccess } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { canCopy, copyText } from "../../../ui/controls/copy-button"
import { Badge } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { PersonIdentity } from "../../../ui/display/pictures/person-identity"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { dateTimeColumn } from "../../../ui/lists/columns"
import { FilterBar } from "../../../ui/lists/filter-bar"
import { ListCard } from "../../../ui/lists/list-card"
import { KeywordFilter } from "../../../ui/lists/list-filters"
import type { Column } from "../../../ui/lists/table"
import { useList } from "../../../ui/lists/use-list"
import { usePreviousData } from "../../../ui/lists/use-previous-data"
import { Menu, type MenuItem } from "../../../ui/overlays/menu"
import { Empty } from "../../../ui/placeholders/empty"
import { NoMatch } from "../../../ui/placeholders/no-match"
import { listParticipants, removeEntry } from "../api"
import { publicUrl } from "../public-path"
import { useStepApproval } from "../steps/use-step-approval"
import { EntryDialog } from "./entry-dialog"
import { ImportDialog } from "./import-dialog"

type Row = Participant & { id: string }

const nameColumn: Column<Row> = {
  key: "name",
  label: "draw.person",
  sort: "name",
  isMain: true,
  text: (row, { t }) => row.name || t("draw.deletedPerson"),
  cell: (row, { t }) => {
    const name = row.name || t("draw.deletedPerson")
    return (
      <PersonIdentity picture={<Avatar name={name} />} note={row.departmentName}>
        {name}
      </PersonIdentity>
    )
  },
}
const ticketColumn: Column<Row> = {
  key: "ticket",
  label: "draw.ticket",
  sort: "ticket",
  size: "sm",
  align: "end",
  text: row => ticketText(row.ticket),
}
const weightColumn: Column<Row> = {
  key: "weight",
  label: "draw.score",
  sort: "weight",
  size: "sm",
  align: "end",
  text: (row, { format }) => format.number(row.weight),
}
/** A recorded entry whose person does not meet the conditions any more takes no part. */
const eligibleColumn: Column<Row> = {
  key: "eligible",
  label: "draw.entry.state",
  size: "sm",
  text: (row, { t }) => t(row.eligible === false ? "draw.entry.notCounted" : "draw.entry.counted"),
  cell: (row, { t }) =>
    row.eligible === false ? (
      <Badge tone="warning">{t("draw.entry.notCounted")}</Badge>
    ) : (
      <Badge tone="success">{t("draw.entry.counted")}</Badge>
    ),
}

/** The entries of a locked draw with their receipts; before the lock those who would take part (docs/contract.md#draw-participants). */
export const Participants = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  const list = useList("drawParticipants", { pageSize: 20 })
  const { page, pageSize, filters, sortBy, sortOrder } = list.state
  const keyword = filters.keyword?.trim()
  const query = { id: draw.id, page, pageSize, ...(keyword && { keyword }), ...(sortBy && { sortBy, sortOrder }) }
  const entry = useQuery(listParticipants, query)
  const { data, isStale } = usePreviousData(entry)
  const [open, setOpen] = useState<"add" | "import">()
  const { labelOf } = useStepApproval(draw, "draws.entries")
  const isLocked = draw.lock !== null
  const method = methods.name(draw.method)
  const isTimed = method === "firstComeFirstServed"
  const status = statuses.name(draw.status)
  const mayRecord = isTimed && !isLocked && (status === "open" || status === "closed") && mayChange(draw)
  const columns = useMemo(
    () =>
      compact<Column<Row>>([
        nameColumn,
        isLocked && ticketColumn,
        method === "scoreBased" && weightColumn,
        isTimed && dateTimeColumn("at", "draw.enteredAt", "at"),
        isTimed && !isLocked && eligibleColumn,
      ]),
    [isLocked, isTimed, method],
  )

  const remove = async ({ employeeId, name }: Row) => {
    const isAgreed = await confirmation.ask({
      title: t("draw.entry.removeTitle", { name: name ?? t("draw.deletedPerson") }),
      text: t("draw.entry.removeText"),
      confirmLabel: labelOf(t("draw.entry.remove")),
      tone: "danger",
    })
    if (!isAgreed) return
    try {
      const { status } = await removeEntry(draw.id, employeeId)
      notifySuccess(t(status === 202 ? "draw.stepSent" : "draw.entry.removed"), draw.title)
    } catch (error) {
      notifyFailure(error, "draw.entry.removeFailed")
    }
  }
  const itemsOf = (row: Row): MenuItem[] => {
    const receipt = canCopy() && row.receipt
    const link = `${publicUrl(draw.id)}#receipt=${receipt}`
    return compact<MenuItem>([
      receipt && { label: t("draw.receipt.copy"), icon: "copy", run: () => copyText(receipt, t("draw.receipt.copied")) },
      receipt && { label: t("draw.receipt.link"), icon: "link", run: () => copyText(link, t("draw.receipt.linkCopied")) },
      mayRecord && { label: labelOf(t("draw.entry.remove")), icon: "trash", tone: "danger", run: () => remove(row) },
    ])
  }
  if (!entry.data && entry.error instanceof NotOffered)
    return (
      <Card label={t("draw.part.participants")}>
        <Empty icon="info" title={t("error.notOffered")} text={t("draw.notOfferedText")} />
      </Card>
    )
  return (
    <>
      <ListCard
        label={t("draw.part.participants")}
        name="drawParticipants"
        list={list}
        entry={{ ...entry, data }}
        isStale={isStale}
        columns={columns}
        rowLabel={row => row.name ?? t("draw.deletedPerson")}
        rowMenu={row => {
          const items = itemsOf(row)
          return (
            items.length > 0 && <Menu label={t("ui.actionsOf", { title: row.name ?? t("draw.deletedPerson") })} items={items} />
          )
        }}
        sort={sortBy ? { by: sortBy, order: sortOrder ?? "asc" } : undefined}
        onSort={({ by, order }) => list.go({ page: 0, sortBy: by, sortOrder: order })}
        empty={
          keyword ? (
            <NoMatch keyword={keyword} onClear={() => list.filter({ keyword: "" })} />
          ) : (
            <Empty
              icon="users"
              title={t("draw.noParticipants")}
              text={t(isTimed ? "draw.noEntriesText" : "draw.noParticipantsText")}
            />
          )
        }
        failed={t("draw.participantsFailed")}
        summary={(from, to, count) => t("draw.peopleCount", { count, from, to })}
      >
        <div className="card__head">
          <span>
            <h2>{t("draw.part.participants")}</h2>
            <p className="subtle small">{t(isLocked ? "draw.participantsLocked" : "draw.participantsOpen")}</p>
          </span>
        </div>
        <FilterBar>
          <KeywordFilter list={list} label={t("draw.personSearch")} />
          {mayRecord && (
            <span className="row row-wrap push-end">
              <Button icon="upload" onClick={() => setOpen("import")}>
                {labelOf(t("draw.import"))}
              </Button>
              <Button icon="plus" onClick={() => setOpen("add")}>
                {labelOf(t("draw.entry.add"))}
              </Button>
            </span>
          )}
        </FilterBar>
      </ListCard>
      {may("write") && open === "add" && <EntryDialog draw={draw} onClose={() => setOpen(undefined)} />}
      {may("write") && open === "import" && <ImportDialog draw={draw} onClose={() => setOpen(undefined)} />}
    </>
  )
}
