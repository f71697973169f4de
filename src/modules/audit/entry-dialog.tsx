import { type AuditEntry, type AuditedEntity, actions } from "../../contract/audit"
import type { Read } from "../../core/http/query"
import { joinTexts } from "../../core/text/join-texts"
import { Button } from "../../ui/controls/button"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { ChangeTable } from "../../ui/pages/history/change-table"
import { type HistorySpec, type Members, versionOf } from "../../ui/pages/history/history-spec"
import { actionText } from "../../ui/pages/history/record-history"
import { QueryPlaceholder } from "../../ui/pages/loading/query-placeholder"
import { historyOf } from "./api"
import { actorOf, kindLabel, titleOf } from "./kinds"

/** How additions are displayed, which have no form. */
const plainSpec = (entity: AuditedEntity) =>
  historyOf(
    entity,
    { resource: { tag: "audit", labels: {}, titleOf: () => "" }, compare: {}, draftOf: (members: Members) => members },
    raw => raw as Members,
    {
      labels: {
        name: "audit.name",
        retiredAt: "audit.member.retiredAt",
        mergedInto: "audit.member.mergedInto",
        moved: "audit.member.moved",
        kept: "audit.member.kept",
        url: "audit.member.url",
        description: "audit.member.description",
        events: "audit.member.events",
        state: "audit.member.state",
        count: "audit.member.count",
      },
    },
  )

/** What an entry changed, field by field, and the return to its version. */
export const EntryDialog = ({
  entry,
  spec: read,
  mayRestore,
  onRestore,
  onClose,
}: {
  entry: AuditEntry
  spec: Read<AuditedEntity, HistorySpec | null>
  mayRestore: boolean
  onRestore: (spec: HistorySpec) => void
  onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const loaded = useQuery(read, entry.entity)
  const spec = loaded.data === undefined ? undefined : (loaded.data ?? plainSpec(entry.entity))
  const { action, before, after } = entry
  const title = `${titleOf(entry)}: ${actionText(actions, action, t)}`
  return (
    <Dialog
      size="wide"
      title={title}
      text={joinTexts(kindLabel(entry.entity), actorOf(entry), format.dateTime(entry.at))}
      onClose={onClose}
    >
      <div className="dialog__body">
        {spec ? (
          <ChangeTable
            spec={spec}
            caption={title}
            before={action === "create" ? null : before}
            after={action === "delete" ? null : after}
          />
        ) : (
          <QueryPlaceholder entry={loaded} failed={t("history.historyFailed")} />
        )}
      </div>
      <div className="dialog__foot">
        {spec && mayRestore && versionOf(spec, entry) && (
          <>
            <Button icon="history" onClick={() => onRestore(spec)}>
              {t("history.restore")}
            </Button>
            <span className="push-end" />
          </>
        )}
        <Button data-focus onClick={onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Dialog>
  )
}
