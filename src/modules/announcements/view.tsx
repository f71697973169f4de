import type { Announcement } from "../../contract/announcements"
import { codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { Gallery } from "../../ui/display/pictures/gallery"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { withHistory } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { ViewPage } from "../../ui/pages/record/view-page"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { announcementActions } from "./actions"
import { getAnnouncement, listAnnouncements, removeAnnouncement } from "./api"
import { BodyText } from "./body-text"
import { history } from "./form"
import { PhonePreview } from "./preview"
import { announcements, kindLook, takesDepartments } from "./resource"

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
        ...(takesDepartments(record)
          ? [[t(labels.departmentIds), departments(record.departmentIds) || t("announcement.everyDepartment")] as const]
          : []),
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

const Page = withHistory(history, Content)

export const View = () => (
  <ViewPage
    resource={announcements}
    read={getAnnouncement}
    list={listAnnouncements}
    remove={removeAnnouncement}
    actions={announcementActions}
    Content={Page}
  />
)
