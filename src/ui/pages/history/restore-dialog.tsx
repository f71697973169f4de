import { useState } from "react"
import { errorMessage } from "../../../core/http/errors"
import { HttpError } from "../../../core/http/http"
import { offerUndo } from "../../../state/notifications"
import { Button } from "../../controls/button"
import { Alert } from "../../display/alert"
import { useFormat } from "../../hooks/use-format"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import { Dialog } from "../../overlays/dialog"
import { QueryPlaceholder } from "../loading/query-placeholder"
import { ChangeTable } from "./change-table"
import { type Change, changedMembers, displayedMembers, type HistorySpec, type Members, versionOf } from "./history-spec"

/** The members of a version that are restored. */
const restoredMembers = ({ kept }: HistorySpec, version: Members | undefined) =>
  version && Object.fromEntries(Object.entries(version).filter(([name]) => !kept.includes(name)))

/** Changes that are searched for the current version; those that log only what they changed hold none. */
const searched = 50

/**
 * Asks whether a version of a record is to be its next one, and shows what it changes against the current version. A deleted
 * record is restored as a whole. @param href path of the record, for the list of recent actions
 */
export const RestoreDialog = ({
  spec,
  id,
  change,
  href,
  onRestored,
  onClose,
}: {
  spec: HistorySpec
  id: string
  change: Change
  href: string | undefined
  onRestored?: () => void
  onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const entry = useQuery(spec.list, { entity: spec.entity, entityId: id, page: 0, pageSize: searched })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const version = restoredMembers(spec, versionOf(spec, change))
  if (!version) return null
  const newest = entry.data?.rows.find(row => versionOf(spec, row))
  const isDeleted = newest?.isDeleted ?? newest?.action === "delete"
  const current = newest && !isDeleted ? (restoredMembers(spec, versionOf(spec, newest)) ?? null) : null
  const isSame = current && !changedMembers(spec, displayedMembers(spec, current), displayedMembers(spec, version)).length
  const title = spec.titleOf(version)
  const keptNames = spec.kept
    .flatMap(name => spec.labels[name] ?? [])
    .map(key => t(key))
    .join(", ")
  // A record can have a version that the log does not have.
  const changed = failure instanceof HttpError ? failure.version : undefined
  const seen = changed ?? (newest?.version ? `"${newest.version}"` : undefined)

  const restore = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { undoToken } = await spec.restore(change.id, seen)
      offerUndo(undoToken, [...spec.tags], t("history.restored"), { subject: title, href })
      onRestored?.()
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      size="wide"
      title={t(isDeleted ? "history.restoreDeletedTitle" : "history.restoreTitle", { title })}
      text={t(isDeleted ? "history.restoreDeletedText" : "history.restoreText", { time: format.dateTime(change.at) })}
      onClose={onClose}
    >
      <div className="dialog__body">
        {failure !== undefined && (
          <Alert
            tone={changed ? "warning" : "danger"}
            title={t(changed ? "history.restoreChanged" : "history.restoreFailed")}
            text={changed ? t("history.restoreChangedText") : errorMessage(failure, "history.restoreFailedText", t)}
          />
        )}
        {!entry.data ? (
          <QueryPlaceholder entry={entry} failed={t("history.historyFailed")} />
        ) : isSame ? (
          <p>{t("history.sameVersion")}</p>
        ) : (
          <ChangeTable
            spec={spec}
            caption={t("history.restoreChanges")}
            before={current}
            after={version}
            sides={["history.current", "history.comesBack"]}
          />
        )}
        {keptNames && <p className="subtle small">{t("history.kept", { names: keptNames })}</p>}
      </div>
      <div className="dialog__foot">
        <Button data-focus onClick={onClose}>
          {t("ui.cancel")}
        </Button>
        {entry.data && !isSame && (
          <Button tone="primary" icon="history" busy={isBusy || (changed !== undefined && entry.loading)} onClick={restore}>
            {t("history.restore")}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
