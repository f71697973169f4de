import { useSnapshot } from "valtio"
import { type Announcement, draftOf, kinds, statuses, tones } from "../../contract/announcements"
import { theme } from "../../state/theme"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Gallery } from "../../ui/display/gallery"
import { useFormat } from "../../ui/hooks/use-format"
import { useNames } from "../../ui/hooks/use-names"
import { useT } from "../../ui/hooks/use-t"
import { ViewPage } from "../../ui/pages/view-page"
import { companyOptions } from "../companies/api"
import { departmentOptions } from "../departments/api"
import { getAnnouncement, removeAnnouncement } from "./api"
import { BodyText } from "./body-text"
import { useAnnouncementItems } from "./items"
import { PhonePreview } from "./preview"

const Body = ({ record }: { record: Announcement }) => {
  const t = useT()
  const format = useFormat()
  const { name } = useSnapshot(theme)
  const companies = useNames(companyOptions)
  const departments = useNames(departmentOptions)
  const kind = kinds.name(record.type)
  return (
    <div className="cols">
      <div className="stack">
        <Card title={t("announcement.description")}>
          <p className="prose">{record.description}</p>
        </Card>
        <Card title={t("announcement.body")}>
          <BodyText body={record.body} />
        </Card>
        {record.media.length > 0 && (
          <Card title={t("announcement.media")}>
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
              [t("announcement.type"), kind ? t(`announcement.kind.${kind}`) : t("ui.unknown")],
              [t("announcement.start"), record.startDate ? format.dateTime(record.startDate) : t("announcement.atOnce")],
              [t("announcement.end"), record.endDate ? format.dateTime(record.endDate) : t("announcement.forGood")],
              [t("announcement.companies"), companies(record.tenantIds) || t("announcement.everyCompany")],
              [t("announcement.departments"), departments(record.departmentIds) || t("announcement.everyDepartment")],
              [t("announcement.createdAt"), format.dateTime(record.createdDate)],
              [t("announcement.updatedAt"), format.dateTime(record.updatedDate)],
            ]}
          />
        </Card>
        <h2>{t("announcement.preview")}</h2>
        <PhonePreview draft={draftOf(record)} from={name} />
      </aside>
    </div>
  )
}

export const View = () => {
  const items = useAnnouncementItems()
  return (
    <ViewPage
      name="announcements"
      words="announcement"
      read={getAnnouncement}
      titleOf={record => record.title}
      badge={record => <CodeBadge of={statuses} prefix="announcement.status" tones={tones} value={record.status} />}
      remove={removeAnnouncement}
      items={items}
    >
      {record => <Body record={record} />}
    </ViewPage>
  )
}
