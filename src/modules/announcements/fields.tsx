import type { AnnouncementDraft } from "../../contract/announcements"
import { Card } from "../../ui/display/card"
import { ChoicesField } from "../../ui/forms/choice-field"
import { CodeField } from "../../ui/forms/code-field"
import { DateTimeField } from "../../ui/forms/date-time-field"
import { MediaField } from "../../ui/forms/media-field"
import { TextField } from "../../ui/forms/text-field"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-frame"
import { departmentChoices } from "../departments/api"
import { companyOptions } from "../owners/api"
import { uploadAnnouncementMedia } from "./api"
import { kindLook, takesDepartments } from "./resource"

export const Fields = ({ form, onBusy }: FieldsProps<AnnouncementDraft>) => {
  const t = useT()
  const media = form.field("media")
  return (
    <>
      <Card title={t("announcement.content")}>
        <TextField {...form.bind("title")} max={200} required />
        <CodeField {...form.bind("type")} look={kindLook} required />
        <TextField {...form.bind("description")} hint={t("announcement.descriptionHint")} max={2000} rows={4} required />
        <TextField {...form.bind("body")} hint={t("announcement.bodyHint")} max={10_000} rows={12} required />
      </Card>
      <Card title={t("announcement.audience")}>
        <div className="grid-2">
          <DateTimeField {...form.bind("startDate")} hint={t("announcement.startHint")} optional />
          <DateTimeField {...form.bind("endDate")} hint={t("announcement.endHint")} defaultTime="23:59" optional />
        </div>
        <ChoicesField
          {...form.bind("tenantIds")}
          hint={t("announcement.companiesHint")}
          placeholder={t("announcement.companyAdd")}
          options={companyOptions}
          optional
        />
        {takesDepartments(form.draft) && (
          <ChoicesField
            {...form.bind("departmentIds")}
            hint={t("announcement.departmentsHint")}
            placeholder={t("announcement.departmentAdd")}
            {...departmentChoices}
            optional
          />
        )}
      </Card>
      <Card title={t("announcement.media")}>
        <MediaField
          value={media.value}
          onChange={media.onChange}
          upload={uploadAnnouncementMedia}
          onBusy={onBusy}
          error={media.error}
        />
      </Card>
    </>
  )
}
