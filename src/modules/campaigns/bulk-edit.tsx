import { type Campaign, fields } from "../../contract/campaigns"
import { rulesOf } from "../../core/fields"
import { ChoiceField } from "../../ui/forms/choice-field"
import { DateTimeField } from "../../ui/forms/date-fields"
import { useT } from "../../ui/hooks/use-t"
import type { BulkEditor } from "../../ui/lists/bulk-action"
import { categoryChoices } from "../lookups/api"
import { BulkEditDialog } from "../records/bulk-edit"
import { campaigns } from "./resource"

const { labels } = campaigns
const { endDate, categoryId } = fields

export const BulkEdit: BulkEditor<Campaign> = props => {
  const t = useT()
  return (
    <BulkEditDialog
      {...props}
      module="campaigns"
      resource={campaigns}
      blank={{ endDate: "", categoryId: "" }}
      labels={labels}
      fields={fields}
      rules={rulesOf({ endDate, categoryId })}
    >
      {(form, member) =>
        member === "endDate" ? (
          <DateTimeField {...form.bind("endDate")} defaultTime="23:59" />
        ) : (
          <ChoiceField {...form.bind("categoryId")} placeholder={t("campaign.form.categorySearch")} {...categoryChoices} />
        )
      }
    </BulkEditDialog>
  )
}
