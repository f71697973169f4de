import {
  type Announcement,
  type AnnouncementDraft,
  announcementOf,
  blank,
  draftOf,
  fields,
  rules,
  statuses,
} from "../../contract/announcements"
import { codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { Gallery } from "../../ui/display/pictures/gallery"
import { useDerived } from "../../ui/forms/bound"
import { ChoicesField } from "../../ui/forms/choice-field"
import { CodeField } from "../../ui/forms/code-field"
import { asDateTime, asOptions, compareOf } from "../../ui/forms/compare"
import { DateTimeField } from "../../ui/forms/date-fields"
import { HolidayMenu } from "../../ui/forms/holiday-menu"
import { MediaField } from "../../ui/forms/media-field"
import { publishing } from "../../ui/forms/publishing"
import { TextField } from "../../ui/forms/text-field"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import { withHistory } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { departmentOptions, takesDepartments } from "../departments/api"
import { departmentChoices } from "../lookups/api"
import { companyOptions } from "../owners/api"
import { CompaniesField } from "../records/companies-field"
import { recordPages } from "../records/pages"
import { announcementActions } from "./actions"
import { announcements, calls, kindLook, statusLook } from "./api"
import { BodyText } from "./body-text"
import { PhonePreview, Preview } from "./preview"

const DepartmentsField = ({ form }: FieldsProps<AnnouncementDraft>) => {
  const t = useT()
  if (!useDerived(form, takesDepartments)) return null
  return (
    <ChoicesField
      {...form.bind("departmentIds")}
      hint={t("announcement.departmentsHint")}
      placeholder={t("announcement.departmentAdd")}
      {...departmentChoices}
      optional
    />
  )
}

const Fields = ({ form }: FieldsProps<AnnouncementDraft>) => {
  const t = useT()
  return (
    <>
      <Card title={t("announcement.content")}>
        <TextField {...form.bind("title")} />
        <CodeField {...form.bind("type")} look={kindLook} />
        <TextField {...form.bind("description")} hint={t("announcement.descriptionHint")} rows={4} />
        <TextField {...form.bind("body")} hint={t("announcement.bodyHint")} rows={12} />
      </Card>
      <Card title={t("announcement.audience")}>
        <div className="grid-2">
          <DateTimeField {...form.bind("startDate")} hint={t("announcement.startHint")} optional />
          <DateTimeField {...form.bind("endDate")} hint={t("announcement.endHint")} defaultTime="23:59" optional />
        </div>
        <HolidayMenu form={form} />
        <CompaniesField
          {...form.bind("tenantIds")}
          hint={t("announcement.companiesHint")}
          placeholder={t("announcement.companyAdd")}
        />
        <DepartmentsField form={form} />
      </Card>
      <Card title={t("announcement.media")}>
        <MediaField {...form.bind("media")} upload={calls.upload} />
      </Card>
    </>
  )
}

const { labels } = announcements

const Details = ({ record }: { record: Announcement }) => {
  const t = useT()
  const format = useFormat()
  const companies = useOptionLabels(companyOptions)
  const departments = useOptionLabels(departmentOptions)
  return (
    <DetailsCard
      record={record}
      items={[
        [t(labels.type), codeLabel(kindLook, record.type, t)],
        [t(labels.startDate), record.startDate ? format.dateTime(record.startDate) : t("announcement.atOnce")],
        [t(labels.endDate), record.endDate ? format.dateTime(record.endDate) : t("announcement.forGood")],
        [t(labels.tenantIds), companies(record.tenantIds) || t(everyCompanyKey(record))],
        takesDepartments(record) && [
          t(labels.departmentIds),
          departments(record.departmentIds) || t("announcement.everyDepartment"),
        ],
      ]}
    />
  )
}

const Content = ({ record }: { record: Announcement }) => {
  const t = useT()
  return (
    <RecordLayout
      aside={
        <>
          <Details record={record} />
          <h2>{t("announcement.preview")}</h2>
          <PhonePreview draft={record} />
        </>
      }
    >
      <TextCard title={t(labels.description)} text={record.description} />
      <Card title={t(labels.body)}>
        <BodyText body={record.body} />
      </Card>
      {record.media.length > 0 && (
        <Card title={t(labels.media)}>
          <Gallery title={record.title} media={record.media} />
        </Card>
      )}
    </RecordLayout>
  )
}

export const { history, Add, Edit, View } = recordPages("announcement", {
  resource: announcements,
  fields,
  rules,
  shared: {
    message: "announcement.required",
    of: {
      title: "announcement.titleRequired",
      description: "announcement.descriptionRequired",
      body: "announcement.bodyRequired",
    },
  },
  draftOf,
  Fields,
  Aside: Preview,
  compare: {
    ...compareOf(fields, { type: kindLook, status: statusLook }),
    startDate: asDateTime("announcement.atOnce"),
    endDate: asDateTime("announcement.forGood"),
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
    departmentIds: asOptions(departmentOptions, "announcement.everyDepartment"),
  },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("published") }),
  blank,
  recordOf: announcementOf,
  calls,
  actions: announcementActions,
  Content: withHistory(Content),
})
