import { useMemo, useState } from "react"
import type { LookupUse } from "../../contract/categories"
import { compareTexts } from "../../core/text/compare-texts"
import { fold } from "../../core/text/fold"
import { confirmation } from "../../state/instances"
import { notifyFailure, notifyRemoved, offerUndo, removalText } from "../../state/notifications"
import { Badge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { LinkTabs } from "../../ui/display/tabs"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { focusBesideRow } from "../../ui/lists/focus-row"
import { ListCard } from "../../ui/lists/list-card"
import { ListFilters } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { Menu } from "../../ui/overlays/menu"
import { PageHeader } from "../../ui/pages/page-header"
import { Empty } from "../../ui/placeholders/empty"
import { NoMatch } from "../../ui/placeholders/no-match"
import { type LookupKind, listLookups, lookupCalls, tagsOf } from "./api"
import { MergeDialog, RenameDialog } from "./dialogs"
import { totalOf, usesText } from "./uses"

const defaults = { pageSize: 20, sortBy: "name", sortOrder: "asc" } as const

/** Categories and departments of the platform, or departments of a company, with their use (docs/console.md#categories-and-departments). */
export const Lookups = () => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const list = useList("lookups", defaults)
  const { page, pageSize, sortBy = "", sortOrder = "asc", filters, view } = list.state
  const kind: LookupKind = isPlatform && view !== "departments" ? "category" : "department"
  const { entry, isOffered } = useOfferedQuery("lookups", listLookups, kind)
  const [open, setOpen] = useState<{ dialog: "rename" | "merge"; row: LookupUse }>()
  const title = t(isPlatform ? "nav.categories" : "nav.departments")
  useTitle(title)

  const { data: all } = entry
  const data = useMemo(() => {
    if (!all) return undefined
    const keyword = fold(filters.keyword ?? "")
    const found = all.filter(({ name }) => fold(name).includes(keyword))
    const sign = sortOrder === "asc" ? 1 : -1
    const byUse = (a: LookupUse, b: LookupUse) => (sortBy === "uses" ? totalOf(a) - totalOf(b) : 0)
    found.sort((a, b) => sign * (byUse(a, b) || compareTexts(a.name, b.name)))
    return { rows: found.slice(page * pageSize, (page + 1) * pageSize), total: found.length }
  }, [all, filters.keyword, page, pageSize, sortBy, sortOrder])

  const columns = useMemo(
    (): Column<LookupUse>[] => [
      {
        key: "name",
        label: "lookup.name",
        sort: "name",
        isMain: true,
        text: row => row.name,
        cell: row => (
          <span className="row row-wrap">
            <b>{row.name}</b> {row.isRetired && <Badge tone="neutral">{t("lookup.retired")}</Badge>}
          </span>
        ),
      },
      {
        key: "uses",
        label: "lookup.usedBy",
        sort: "uses",
        size: "lg",
        text: row => usesText(row, t) || t("lookup.unused"),
        cell: row => usesText(row, t) || <span className="subtle">{t("lookup.unused")}</span>,
      },
    ],
    [t],
  )

  const { change, remove } = lookupCalls[kind]
  const offerAgain = (row: LookupUse) =>
    change(row, { isRetired: false }).then(
      ({ undoToken }) => offerUndo(undoToken, tagsOf[kind], t("lookup.offeredAgain"), { subject: row.name }),
      error => notifyFailure(error, "lookup.saveFailed"),
    )
  const removeAfterQuestion = async (row: LookupUse) => {
    const isUsed = totalOf(row) > 0
    const question = {
      title: t(isUsed ? "lookup.retireTitle" : "lookup.removeTitle", { name: row.name }),
      text: removalText(isUsed ? t("lookup.retireText", { uses: usesText(row, t) }) : t("lookup.removeText")),
      confirmLabel: t(isUsed ? "lookup.retire" : "lookup.remove"),
      tone: "danger" as const,
    }
    if (!(await confirmation.ask(question))) return
    await remove(row).then(
      ({ undoToken }) => {
        notifyRemoved(undoToken, tagsOf[kind], t(isUsed ? "lookup.retiredDone" : "lookup.removed"), { subject: row.name })
        focusBesideRow(row.id)
      },
      error => notifyFailure(error, "lookup.removeFailed"),
    )
  }

  if (!isOffered)
    return (
      <>
        <PageHeader title={title} />
        <Card label={title}>
          <p className="subtle">{t("lookup.notOffered")}</p>
        </Card>
      </>
    )
  const tabs = (["categories", "departments"] as const).map(name => ({
    label: t(name === "categories" ? "lookup.categories" : "lookup.departments"),
    href: list.hrefOf({ page: 0, filters: {}, view: name === "departments" ? name : undefined }),
    current: (name === "categories") === (kind === "category"),
  }))
  return (
    <>
      <PageHeader title={title} text={t(isPlatform ? "lookup.introPlatform" : "lookup.intro")} />
      {isPlatform && <LinkTabs label={title} tabs={tabs} />}
      <ListCard
        key={kind}
        label={t(kind === "category" ? "lookup.categories" : "lookup.departments")}
        name="lookups"
        list={list}
        entry={{ ...entry, data }}
        columns={columns}
        sort={{ by: sortBy, order: sortOrder }}
        onSort={({ by, order }) => list.go({ page: 0, sortBy: by, sortOrder: order })}
        rowLabel={({ name }) => name}
        rowMenu={row => (
          <Menu
            label={t("ui.actionsOf", { title: row.name })}
            items={[
              { label: t("lookup.rename"), icon: "edit", run: () => setOpen({ dialog: "rename", row }) },
              { label: t("lookup.mergeInto"), icon: "tree", run: () => setOpen({ dialog: "merge", row }) },
              row.isRetired && { label: t("lookup.offerAgain"), icon: "history", run: () => offerAgain(row) },
              !(row.isRetired && totalOf(row)) && {
                label: t(totalOf(row) ? "lookup.retire" : "lookup.remove"),
                icon: "trash",
                tone: "danger",
                run: () => removeAfterQuestion(row),
              },
            ]}
          />
        )}
        empty={
          filters.keyword ? (
            <NoMatch keyword={filters.keyword} onClear={() => list.filter({ keyword: "" }, true)} />
          ) : (
            <Empty tone="accent" icon="tree" title={t(`lookup.empty.${kind}`)} text={t(`lookup.emptyText.${kind}`)} />
          )
        }
        failed={t("lookup.failed")}
        summary={(from, to, count) => t("lookup.summary", { count, from, to })}
      >
        <ListFilters list={list} filters={[]} search={t("lookup.search")} />
      </ListCard>
      {open?.dialog === "rename" && <RenameDialog kind={kind} row={open.row} onClose={() => setOpen(undefined)} />}
      {open?.dialog === "merge" && <MergeDialog kind={kind} row={open.row} onClose={() => setOpen(undefined)} />}
    </>
  )
}
