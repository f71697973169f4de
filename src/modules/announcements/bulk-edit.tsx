import type { Announcement } from "../../contract/announcements"
import { DateTimeField } from "../../ui/forms/date-fields"
import { useT } from "../../ui/hooks/use-t"
import type { BulkEditor } from "../../ui/lists/bulk-action"
import { BulkEditDialog } from "../records/bulk-edit"
import { announcements } from "./api"

export const BulkEdit: BulkEditor<Announcement> = props => {
  const t = useT()
  return (
    <BulkEditDialog
      {...props}
      module="announcements"
      resource={announcements}
      blank={{ endDate: "" }}
      labels={announcements.labels}
      rules={{}}
      bodyOf={({ endDate }) => ({ endDate: endDate || null })}
    >
      {form => <DateTimeField {...form.bind("endDate")} hint={t("announcement.endHint")} defaultTime="23:59" optional />}
    </BulkEditDialog>
  )
}
