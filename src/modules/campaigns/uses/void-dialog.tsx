import type { CampaignUse } from "../../../contract/campaigns/uses"
import { type VoidDraft, voidRules } from "../../../contract/campaigns/void"
import { text } from "../../../core/fields"
import { DialogForm } from "../../../ui/forms/dialog-form"
import { TextField } from "../../../ui/forms/text-field"
import { useT } from "../../../ui/hooks/use-t"
import { voidUse } from "../../campaign-uses/api"

/** Voids a use with a reason. @param name the person and the time of the use */
export const VoidDialog = (props: { campaignId: string; use: CampaignUse; name: string; onClose: () => void }) => {
  const t = useT()
  return (
    <DialogForm<VoidDraft>
      title={t("campaign.use.void")}
      text={`${props.name}. ${t("campaign.use.voidText")}`}
      initial={{ reason: "" }}
      labels={{ reason: "campaign.use.voidReason" }}
      fields={{ reason: text(500, "campaign.use.voidReasonRequired") }}
      rules={voidRules}
      failure="campaign.use.voidFailed"
      submit={t("campaign.use.void")}
      save={(draft, { signal }) => voidUse(props.campaignId, props.use.id, draft, signal)}
      done={t("campaign.use.voidDone")}
      onClose={props.onClose}
    >
      {form => <TextField {...form.bind("reason")} rows={2} />}
    </DialogForm>
  )
}
