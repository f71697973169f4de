import { startTransition, useCallback, useMemo, useState } from "react"
import { type AuditEntry, type AuditedEntity, actions } from "../../contract/audit"
import { type Read, read } from "../../core/http/query"
import { compareTexts } from "../../core/text/compare-texts"
import { dash } from "../../core/text/format"
import type { Translate } from "../../core/text/i18n"
import { joinTexts } from "../../core/text/join-texts"
import { NotOffered } from "../../state/features"
import { i18n } from "../../state/instances"
import { Card } from "../../ui/display/card"
import type { IconName } from "../../ui/display/icons/icon"
import { IconTile } from "../../ui/display/icons/icon-tile"
import { Link } from "../../ui/display/link"
import { Identity } from "../../ui/display/pictures/identity"
import { untranslated } from "../../ui/display/untranslated"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { dateTimeColumn } from "../../ui/lists/columns"
import { Export } from "../../ui/lists/export"
import { textValue } from "../../ui/lists/export-values"
import { ListCard } from "../../ui/lists/list-card"
import { type Filter, ListFilters } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { usePreviousData } from "../../ui/lists/use-previous-data"
import { Menu } from "../../ui/overlays/menu"
import { changedMembers, displayedMembers, type HistorySpec, withToken } from "../../ui/pages/history/history-spec"
import { ActionIcon, actionText } from "../../ui/pages/history/record-history"
import { RestoreDialog } from "../../ui/pages/history/restore-dialog"
import { PageHeader } from "../../ui/pages/page-header"
import { Empty } from "../../ui/placeholders/empty"
import { NoMatch } from "../../ui/placeholders/no-match"
import { ownerOptions } from "../owners/api"
import { listChanges, listNamedChanges } from "./api"
import { EntryDialog } from "./entry-dialog"
import { entities, kindLabel, titleOf } from "./kinds"
import { isUpload, UploadDialog, uploadSummary } from "./upload-dialog"

/** How a kind of record is shown, and what the person may do with it. */
export type AuditedKind = {
  icon: IconName
  /** Path of a record's page; undefined where the person has none. */
  hrefOf: (id: string) => string | undefined
  mayWrite: boolean
}

type Props = {
  kindOf: (entity: AuditedEntity) => AuditedKind
  /** Loads how the changes of a kind are displayed; null for a kind without a form. */
  spec: Read<AuditedEntity, HistorySpec | null>
}

type Row = AuditEntry & { tenantName?: string }

/** Options by their names on the wire, in the current language. */
const optionsOf = (name: string, values: readonly string[], labelOf: (value: string) => string) =>
  read(`audit.${name}.${i18n.language()}`, async (_: undefined) =>
    values.map(value => ({ value, label: labelOf(value) })).sort((a, b) => compareTexts(a.label, b.label)),
  )

/** @param upload the upload whose rows are listed */
const useFilters = (isPlatform: boolean, upload: string): Filter[] => {
  const t = useT()
  return useMemo(
    () => [
      {
        kind: "choice",
        name: "entity",
        label: "audit.kind",
        options: optionsOf("kinds", isPlatform ? entities : entities.filter(name => name !== "category"), kindLabel),
      },
      {
        kind: "choice",
        name: "action",
        label: "history.change",
        options: optionsOf("actions", actions, action => actionText(actions, action, t)),
      },
      ...(isPlatform ? [{ kind: "choice" as const, name: "tenantId", label: "ui.owner" as const, options: ownerOptions }] : []),
      { kind: "dates", from: "from", to: "to", label: "audit.period" },
      { kind: "preset", name: "upload", texts: { [upload]: "audit.ofUpload" } },
    ],
    [isPlatform, upload, t],
  )
}

/** The names of changed members on the wire; of an upload, the counts of its rows. */
const changedText = (row: AuditEntry, t: Translate) =>
  isUpload(row) ? uploadSummary(row, t) : changedMembers({ labels: {} }, row.before ?? {}, row.after ?? {}).join(", ")

/** The labels of what a change set, once the texts of its kind are loaded; those of a creation and a deletion are left out. */
const ChangedFields = ({ entry, spec: read }: { entry: AuditEntry } & Pick<Props, "spec">) => {
  const t = useT()
  const { entity, action, before, after } = entry
  const { data: spec } = useQuery(read, entity)
  if (action === "create" || action === "delete" || !(spec || isUpload(entry))) return null
  const names = spec ? changedMembers(spec, displayedMembers(spec, before), displayedMembers(spec, after)) : []
  const labels = new Set(names.map(name => (spec?.labels[name] ? t(spec.labels[name]) : name)))
  const text = isUpload(entry) ? uploadSummary(entry, t) : [...labels].join(", ")
  return (
    <small className="table__text subtle" title={text}>
      {text}
    </small>
  )
}

/** The audit log: changes of all records in reach, newest first (docs/console.md#audit-log). */
export const AuditList = ({ kindOf, spec }: Props) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const list = useList("audit", { pageSize: 20 })
  const { query, state } = list
  const read = isPlatform ? listNamedChanges : listChanges
  const entry = useQuery(read, query)
  const { data, isStale, isDeferred } = usePreviousData(entry, state.filters)
  const filters = useFilters(isPlatform, state.filters.upload ?? "")
  const [shown, setShown] = useState<AuditEntry>()
  const [restored, setRestored] = useState<{ entry: AuditEntry; spec: HistorySpec }>()
  const title = t("nav.audit")
  useTitle(title)

  const hrefOf = useCallback(
    (entry: AuditEntry) => (entry.isDeleted || isUpload(entry) ? undefined : kindOf(entry.entity).hrefOf(entry.entityId)),
    [kindOf],
  )
  const mayRestore = ({ entity, isLatest, isDeleted }: AuditEntry) => kindOf(entity).mayWrite && (!isLatest || isDeleted)
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: "record",
        label: "audit.record",
        isMain: true,
        text: titleOf,
        values: [
          textValue("audit.kind", row => kindLabel(row.entity)),
          textValue("audit.record", titleOf),
          textValue("audit.recordId", row => row.entityId),
        ],
        cell: row => {
          const href = hrefOf(row)
          const name = titleOf(row)
          return (
            <Identity
              picture={<IconTile icon={kindOf(row.entity).icon} size="sm" />}
              note={joinTexts(kindLabel(row.entity), row.isDeleted && t("audit.deleted"))}
            >
              {href ? (
                <Link href={href} title={name}>
                  {name}
                </Link>
              ) : (
                <b>{name}</b>
              )}
            </Identity>
          )
        },
      },
      {
        key: "action",
        label: "history.change",
        size: "lg",
        rank: 0,
        text: row => actionText(actions, row.action, t),
        values: [
          textValue("history.change", row => actionText(actions, row.action, t)),
          textValue("audit.members", row => changedText(row, t)),
        ],
        cell: row => (
          <div>
            <button
              type="button"
              className="link audit-action"
              aria-haspopup="dialog"
              onClick={() => startTransition(() => setShown(row))}
            >
              <ActionIcon action={row.action} />
              {actionText(actions, row.action, t)}
            </button>
            <ChangedFields entry={row} spec={spec} />
          </div>
        ),
      },
      {
        key: "actor",
        label: "history.changedBy",
        rank: 1,
        text: row => withToken(row.actorName || row.actorEmail, row),
        values: [
          textValue("history.changedBy", row => withToken(row.actorName, row)),
          textValue("employee.email", row => row.actorEmail),
        ],
        cell: row => (
          <div className="table__text" title={row.actorEmail}>
            {untranslated(withToken(row.actorName || row.actorEmail || dash, row))}
          </div>
        ),
      },
      ...(isPlatform
        ? [
            {
              key: "owner",
              label: "ui.owner",
              size: "sm",
              text: ({ tenantId, tenantName }) => (tenantId ? (tenantName ?? tenantId) : t("ui.platform")),
            } satisfies Column<Row>,
          ]
        : []),
      { ...dateTimeColumn("at", "history.changedAt"), rank: 0 },
    ],
    [hrefOf, kindOf, isPlatform, spec, t],
  )

  if (!data && entry.error instanceof NotOffered)
    return (
      <>
        <PageHeader title={title} />
        <Card label={title}>
          <Empty icon="history" title={t("history.unsupported")} text={t("history.unsupportedText")} />
        </Card>
      </>
    )
  return (
    <>
      <PageHeader
        title={title}
        text={t(isPlatform ? "audit.introPlatform" : "audit.intro")}
        actions={<Export title={title} read={read} query={query} columns={columns} total={data?.total ?? 0} />}
      />
      <ListCard
        label={title}
        name="audit"
        list={list}
        entry={{ ...entry, data }}
        isStale={isStale}
        isDeferred={isDeferred}
        columns={columns}
        rowLabel={(row, { format }) => `${titleOf(row)}, ${actionText(actions, row.action, t)}, ${format.dateTime(row.at)}`}
        rowMenu={row => {
          const href = hrefOf(row)
          return (
            <Menu
              label={t("ui.actionsOf", { title: titleOf(row) })}
              items={[
                { label: t("audit.showChanges"), icon: "eye", run: () => startTransition(() => setShown(row)) },
                href && { label: t("audit.openRecord"), icon: kindOf(row.entity).icon, href },
              ]}
            />
          )
        }}
        empty={
          Object.keys(state.filters).length ? (
            <NoMatch onClear={() => list.go({ page: 0, filters: {} })} />
          ) : (
            <Empty tone="accent" icon="history" title={t("history.noHistory")} text={t("audit.emptyText")} />
          )
        }
        failed={t("history.historyFailed")}
        summary={(from, to, count) => t("history.changesCount", { count, from, to })}
      >
        <ListFilters list={list} filters={filters} search={t("audit.search")} />
      </ListCard>
      {shown && isUpload(shown) && (
        <UploadDialog
          entry={shown}
          hrefOfRows={list.hrefOf({ page: 0, filters: { upload: shown.entityId } })}
          onClose={() => setShown(undefined)}
        />
      )}
      {shown && !isUpload(shown) && (
        <EntryDialog
          entry={shown}
          spec={spec}
          mayRestore={mayRestore(shown)}
          onRestore={found => {
            setRestored({ entry: shown, spec: found })
            setShown(undefined)
          }}
          onClose={() => setShown(undefined)}
        />
      )}
      {restored && (
        <RestoreDialog
          spec={restored.spec}
          id={restored.entry.entityId}
          change={restored.entry}
          href={kindOf(restored.entry.entity).hrefOf(restored.entry.entityId)}
          onClose={() => setRestored(undefined)}
        />
      )}
    </>
  )
}
