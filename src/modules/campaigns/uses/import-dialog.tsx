import type { Campaign } from "../../../contract/campaigns"
import { maxUseRows, needsAmount } from "../../../contract/campaigns/uses"
import { compact } from "../../../core/compact"
import type { ImportRow } from "../../../core/spreadsheet/import-rows"
import { i18n } from "../../../state/instances"
import { parseNumber } from "../../../ui/controls/number"
import { useCan } from "../../../ui/hooks/use-can"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { ImportDialog as FileDialog } from "../../../ui/lists/import-dialog"
import { importUses, type UseRow } from "../../campaign-uses/api"

const useOf = ({ line: _, id, further: { amount = "", reference } = {}, ...use }: ImportRow): UseRow => ({
  ...use,
  ...(id !== undefined && { employeeId: id }),
  ...(amount && { amount: parseNumber(amount, i18n.language()) ?? amount }),
  ...(reference && { reference }),
})

/** Records uses from a file, and reports on every row (docs/contract.md#campaign-uses). */
export const ImportDialog = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const hasCodes = useCan("campaigns.codes")
  return (
    <FileDialog
      title={t("campaign.use.import")}
      text={compact([t("campaign.use.importText"), hasCodes && t("codes.importText")]).join(" ")}
      hint={t(needsAmount(campaign) ? "campaign.use.importColumnsAmount" : "campaign.use.importColumns")}
      headings={{
        person: t("import.person"),
        ...(hasCodes && { code: t("campaign.import.code") }),
        at: t("campaign.import.at"),
        further: { amount: t("campaign.import.amount"), reference: t("campaign.import.reference") },
      }}
      labels={{
        person: t("campaign.use.person"),
        ...(hasCodes && { code: t("codes.code") }),
        at: t("campaign.use.at"),
        further: [t("campaign.use.amountLabel"), t("campaign.use.reference")],
      }}
      submit={t("campaign.use.importStart")}
      none={t("campaign.use.importNone")}
      rejectedFile={t("campaign.use.importRejected")}
      describe={({ added, known }) => ({
        title: t("campaign.use.importDone", { count: added, number: format.number(added) }),
        known: t("campaign.use.importKnown", { count: known }),
      })}
      failure="campaign.use.failed"
      maxRows={maxUseRows}
      send={(rows, options) => importUses(campaign.id, rows.map(useOf), options)}
      onClose={onClose}
    />
  )
}
