import type { Announcement } from "../../contract/announcements"
import { CodeBadge, codeText } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Gallery } from "../../ui/display/gallery"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { ViewPage } from "../../ui/pages/view-page"
import { companyOptions } from "../companies/api"
import { departmentOptions } from "../departments/api"
import { announcementActions } from "./actions"
import { getAnnouncement, removeAnnouncement } from "./api"
import { BodyText } from "./body-text"
import { PhonePreview } from "./preview"
import { announcements, kindLook, statusLook } from "./resource"

const { labels } = announcements

const Body = ({ record }: { record: Announcement }) => {
  const t = useT()
  const format = useFormat()
  const companies = useOptionLabels(companyOptions)
  const departments = useOptionLabels(departmentOptions)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t(labels.description)}>
          <p className="prose">{record.description}</p>
        </Card>
        <Card title={t(labels.body)}>
          <BodyText body={record.body} />
        </Card>
        {record.media.length > 0 && (
          <Card title={t(labels.media)}>
            <Gallery
              images={record.media.map(({ url }, at) => ({
                url,
                alt: t("ui.imageOf", { title: record.title, number: at + 1 }),
              }))}
            />
          </Card>
        )}
      </div>
      <aside className="stack">
        <Card title={t("announcement.details")}>
          <Facts
            items={[
              [t(labels.type), t(codeText(kindLook, record.type))],
              [t(labels.startDate), record.startDate ? format.dateTime(record.startDate) : t("announcement.atOnce")],
              [t(labels.endDate), record.endDate ? format.dateTime(record.endDate) : t("announcement.forGood")],
              [t(labels.tenantIds), companies(record.tenantIds) || t("announcement.everyCompany")],
              [t(labels.departmentIds), departments(record.departmentIds) || t("announcement.everyDepartment")],
              [t("announcement.createdAt"), format.dateTime(record.createdDate)],
              [t("announcement.updatedAt"), format.dateTime(record.updatedDate)],
            ]}
          />
        </Card>
        <h2>{t("announcement.preview")}</h2>
        <PhonePreview draft={record} />
      </aside>
    </div>
  )
}

export const View = () => (
  <ViewPage
    resource={announcements}
    read={getAnnouncement}
    badge={record => <CodeBadge {...statusLook} value={record.status} />}
    remove={removeAnnouncement}
    actions={announcementActions}
  >
    {record => <Body record={record} />}
  </ViewPage>
)
