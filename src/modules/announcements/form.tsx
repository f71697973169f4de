import { useSnapshot } from "valtio"
import {
  type Announcement,
  type AnnouncementDraft,
  announcementOf,
  blank,
  draftOf,
  kinds,
  rules,
  statuses,
  statusOf,
  tones,
} from "../../contract/announcements"
import { theme } from "../../state/theme"
import { Button } from "../../ui/controls/button"
import { DateTimeField } from "../../ui/controls/date-time-field"
import { Select } from "../../ui/controls/select"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { ChoicesField } from "../../ui/forms/choice-field"
import type { Shown } from "../../ui/forms/conflict"
import { Field } from "../../ui/forms/field"
import { MediaField } from "../../ui/forms/media-field"
import { TextField } from "../../ui/forms/text-field"
import type { Form } from "../../ui/forms/use-form"
import { useFormat } from "../../ui/hooks/use-format"
import { useNames } from "../../ui/hooks/use-names"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { AddDoor, type Titled } from "../../ui/pages/create-page"
import { EditPage } from "../../ui/pages/edit-page"
import { companyOptions } from "../companies/api"
import { departmentOptions } from "../departments/api"
import { addAnnouncement, getAnnouncement, updateAnnouncement, uploadAnnouncementMedia } from "./api"
import { PhonePreview } from "./preview"

const Fields = ({ form, onBusy }: { form: Form<AnnouncementDraft>; onBusy: (isBusy: boolean) => void }) => {
  const t = useT()
  const type = form.field("type")
  const start = form.field("startDate")
  const end = form.field("endDate")
  const media = form.field("media")
  return (
    <>
      <Card title={t("announcement.content")}>
        <TextField id="title" label={t("announcement.title")} field={form.field("title")} max={200} required />
        <Field id="type" label={t("announcement.type")} error={type.error} required>
          {aria => (
            <Select
              {...aria}
              value={String(type.value)}
              onChange={value => type.onChange(Number(value))}
              options={kinds.names.map(name => ({ value: String(kinds.value(name)), label: t(`announcement.kind.${name}`) }))}
            />
          )}
        </Field>
        <TextField
          id="description"
          label={t("announcement.description")}
          hint={t("announcement.descriptionHint")}
          field={form.field("description")}
          max={2000}
          rows={4}
          required
        />
        <TextField
          id="body"
          label={t("announcement.body")}
          hint={t("announcement.bodyHint")}
          field={form.field("body")}
          max={10_000}
          rows={12}
          required
        />
      </Card>
      <Card title={t("announcement.audience")}>
        <div className="grid-2">
          <Field id="startDate" label={t("announcement.start")} hint={t("announcement.startHint")} error={start.error} optional>
            {aria => <DateTimeField {...aria} value={start.value} onChange={start.onChange} />}
          </Field>
          <Field id="endDate" label={t("announcement.end")} hint={t("announcement.endHint")} error={end.error} optional>
            {aria => <DateTimeField {...aria} dayTime="23:59" value={end.value} onChange={end.onChange} />}
          </Field>
        </div>
        <ChoicesField
          id="tenantIds"
          label={t("announcement.companies")}
          hint={t("announcement.companiesHint")}
          placeholder={t("announcement.companyAdd")}
          field={form.field("tenantIds")}
          options={companyOptions}
          optional
        />
        <ChoicesField
          id="departmentIds"
          label={t("announcement.departments")}
          hint={t("announcement.departmentsHint")}
          placeholder={t("announcement.departmentAdd")}
          field={form.field("departmentIds")}
          options={departmentOptions}
          optional
        />
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

const Preview = ({ draft }: { draft: AnnouncementDraft }) => {
  const t = useT()
  const now = useNow()
  const { name } = useSnapshot(theme)
  return (
    <>
      <div className="row between">
        <h2>{t("announcement.preview")}</h2>
        <CodeBadge of={statuses} prefix="announcement.status" tones={tones} value={statusOf(draft, now)} />
      </div>
      <PhonePreview draft={draft} from={name} />
    </>
  )
}

const useShown = (): Shown<AnnouncementDraft> => {
  const t = useT()
  const format = useFormat()
  const companies = useNames(companyOptions)
  const departments = useNames(departmentOptions)
  return {
    title: { label: "announcement.title", show: value => value },
    type: { label: "announcement.type", show: value => t(`announcement.kind.${kinds.name(value) ?? "general"}`) },
    description: { label: "announcement.description", show: value => value },
    body: { label: "announcement.body", show: value => value },
    startDate: { label: "announcement.start", show: value => (value ? format.dateTime(value) : t("announcement.atOnce")) },
    endDate: { label: "announcement.end", show: value => (value ? format.dateTime(value) : t("announcement.forGood")) },
    tenantIds: { label: "announcement.companies", show: value => companies(value) || t("announcement.everyCompany") },
    departmentIds: {
      label: "announcement.departments",
      show: value => departments(value) || t("announcement.everyDepartment"),
    },
    status: {
      label: "announcement.status",
      show: value => <CodeBadge of={statuses} prefix="announcement.status" tones={tones} value={value} />,
    },
    media: {
      label: "announcement.media",
      show: value => value.map(({ url }) => <img key={url} className="thumb" src={url} alt="" />),
    },
  }
}

const draftCode = statuses.value("draft")
const live = { status: statuses.value("published") }
const isDraftStatus = (draft: AnnouncementDraft) => draft.status === draftCode

/** What the add and the edit door share. */
const useCommon = () => {
  const t = useT()
  const shown = useShown()
  return {
    name: "announcements",
    words: "announcement",
    rules,
    shown,
    fields: (form: Form<AnnouncementDraft>, onBusy: (isBusy: boolean) => void) => <Fields form={form} onBusy={onBusy} />,
    aside: (form: Form<AnnouncementDraft>) => <Preview draft={form.draft} />,
    actions: (form: Form<AnnouncementDraft>) =>
      isDraftStatus(form.draft) && (
        <Button disabled={form.isBusy} onClick={() => form.submit({ status: draftCode })}>
          {t("announcement.saveDraft")}
        </Button>
      ),
    submitLabel: (draft: AnnouncementDraft) => (isDraftStatus(draft) ? t("announcement.publish") : t("ui.save")),
    submitPatch: (draft: AnnouncementDraft) => (isDraftStatus(draft) ? live : {}),
  }
}

const copyOf = (record: Announcement, titled: Titled) => ({
  ...draftOf(record),
  title: titled(record.title, 200),
  status: draftCode,
})

export const Add = () => <AddDoor {...useCommon()} blank={blank} read={getAnnouncement} copyOf={copyOf} save={addAnnouncement} />

export const Edit = () => (
  <EditPage
    {...useCommon()}
    read={getAnnouncement}
    recordOf={announcementOf}
    draftOf={draftOf}
    titleOf={record => record.title}
    save={updateAnnouncement}
  />
)
