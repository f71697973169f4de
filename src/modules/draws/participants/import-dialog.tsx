import type { Draw } from "../../../contract/draws/draws"
import { maxEntryRows } from "../../../contract/draws/entries"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { ImportDialog as FileDialog } from "../../../ui/lists/import-dialog"
import { addEntries } from "../api"
import { useStepApproval } from "../steps/use-step-approval"

/** Records entries from a file, and reports on every row (docs/contract.md#draw-entries). */
export const ImportDialog = ({ draw, onClose }: { draw: Draw; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { labelOf } = useStepApproval(draw, "draws.entries")
  return (
    <FileDialog
      title={t("draw.import")}
      text={t("draw.import.text")}
      hint={t("draw.import.columns")}
      headings={{ person: t("import.person"), at: t("draw.import.at") }}
      labels={{ person: t("draw.person"), at: t("draw.enteredAt") }}
      submit={labelOf(t("draw.import.start"))}
      none={t("draw.import.empty")}
      rejectedFile={t("draw.import.rejectedFile")}
      describe={({ added, sent, known }) => ({
        title:
          sent > 0
            ? t("draw.import.sent", { count: sent, number: format.number(sent) })
            : t("draw.import.done", { count: added, number: format.number(added) }),
        known: t("draw.import.known", { count: known }),
      })}
      failure="draw.entry.failed"
      maxRows={maxEntryRows}
      send={(rows, options) =>
        addEntries(
          draw.id,
          rows.map(({ email, id, at }) => ({ email, employeeId: id, at })),
          options,
        )
      }
      onClose={onClose}
    />
  )
}
