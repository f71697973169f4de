import type { AuditEntry, UploadResult } from "../../contract/audit"
import type { Key, Translate } from "../../core/text/i18n"
import { joinTexts } from "../../core/text/join-texts"
import { Button } from "../../ui/controls/button"
import { Facts } from "../../ui/display/facts"
import { Icon } from "../../ui/display/icons/icon"
import { Link } from "../../ui/display/link"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { actionText } from "../../ui/pages/history/record-history"
import { actorOf, kindLabel, titleOf } from "./kinds"

export const isUpload = ({ action }: AuditEntry) => action === "upload"

const counted = ["rows", "created", "updated", "refused", "unchanged", "skipped"] as const
const label = (name: (typeof counted)[number], t: Translate) => t(`audit.upload.${name}` as Key)

const resultOf = ({ after }: AuditEntry): Partial<UploadResult> => after ?? {}

/** How many rows of an upload were added, updated or refused; those that none was are left out. */
export const uploadSummary = (entry: AuditEntry, t: Translate): string =>
  (["created", "updated", "refused"] as const)
    .flatMap(name => (resultOf(entry)[name] ? `${label(name, t)}: ${resultOf(entry)[name]}` : []))
    .join(", ")

/** What became of the rows of a bulk upload. @param hrefOfRows list of the entries of its rows */
export const UploadDialog = ({ entry, hrefOfRows, onClose }: { entry: AuditEntry; hrefOfRows: string; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { created = 0, updated = 0, refusals = [], ...result } = resultOf(entry)
  const counts = { ...result, created, updated }
  return (
    <Dialog
      title={`${titleOf(entry)}: ${actionText(["upload"], entry.action, t)}`}
      text={joinTexts(kindLabel(entry.entity), actorOf(entry), format.dateTime(entry.at))}
      onClose={onClose}
    >
      <div className="dialog__body">
        <Facts items={counted.map(name => [label(name, t), format.number(counts[name] ?? 0)])} />
        {refusals.length > 0 && (
          <ul className="small">
            {refusals.map(({ row, errors }) => (
              <li key={row}>{t("audit.upload.row", { row, text: errors.map(({ message }) => message).join(" ") })}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="dialog__foot">
        {created + updated > 0 && (
          <>
            <Link className="btn" href={hrefOfRows} onClick={onClose}>
              <Icon name="list" />
              {t("audit.upload.show")}
            </Link>
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
