import { useCallback } from "react"
import { useSnapshot } from "valtio"
import { theme } from "../../state/theme"
import { AddDoor } from "../../ui/add-door"
import { CodeBadge } from "../../ui/badge"
import { Button } from "../../ui/button"
import { Card } from "../../ui/card"
import type { Shown } from "../../ui/conflict"
import { DateTimeField } from "../../ui/date-time-field"
import { EditPage } from "../../ui/edit-page"
import { Field } from "../../ui/field"
import { MediaField } from "../../ui/media-field"
import { MultiSelect } from "../../ui/multi-select"
import { Select } from "../../ui/select"
import { TextArea } from "../../ui/text-area"
import { TextInput } from "../../ui/text-input"
import type { Form } from "../../ui/use-form"
import { useFormat } from "../../ui/use-format"
import { useNow } from "../../ui/use-now"
import { useQuery } from "../../ui/use-query"
import { useT } from "../../ui/use-t"
import { companyOptions } from "../companies/api"
import { departmentOptions } from "../departments/api"
import { addAnnouncement, getAnnouncement, updateAnnouncement, uploadAnnouncementMedia } from "./api"
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
} from "./model"
import { PhonePreview } from "./preview"

const Fields = ({ form, onBusy }: { form: Form<AnnouncementDraft>; onBusy: (isBusy: boolean) => void }) => {
  const t = useT()
  const companies = useQuery(companyOptions, undefined)
  const departments = useQuery(departmentOptions, undefined)
  const title = form.field("title")
  const type = form.field("type")
  const description = form.field("description")
  const body = form.field("body")
  const start = form.field("startDate")
  const end = form.field("endDate")
  const tenantIds = form.field("tenantIds")
  const departmentIds = form.field("departmentIds")
  const media = form.field("media")
  return (
    <>
      <Card title={t("announcement.content")}>
        <Field id="title" label={t("announcement.title")} error={title.error} required>
          {aria => <TextInput {...aria} maxLength={200} value={title.value} onChange={title.onChange} />}
        </Field>
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
        <Field
          id="description"
          label={t("announcement.description")}
          hint={t("announcement.descriptionHint")}
          error={description.error}
          counter={{ length: description.value.length, max: 2000 }}
          required
        >
          {aria => <TextArea {...aria} maxLength={2000} value={description.value} onChange={description.onChange} />}
        </Field>
        <Field
          id="body"
          label={t("announcement.body")}
          hint={t("announcement.bodyHint")}
          error={body.error}
          counter={{ length: body.value.length, max: 10_000 }}
          required
        >
          {aria => <TextArea {...aria} rows={12} maxLength={10_000} value={body.value} onChange={body.onChange} />}
        </Field>
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
        <Field
          id="tenantIds"
          label={t("announcement.companies")}
          hint={t("announcement.companiesHint")}
          error={tenantIds.error}
          optional
        >
          {aria => (
            <MultiSelect
              {...aria}
              value={tenantIds.value}
              onChange={tenantIds.onChange}
              options={companies.data ?? []}
              placeholder={t("announcement.companyAdd")}
            />
          )}
        </Field>
        <Field
          id="departmentIds"
          label={t("announcement.departments")}
          hint={t("announcement.departmentsHint")}
          error={departmentIds.error}
          optional
        >
          {aria => (
            <MultiSelect
              {...aria}
              value={departmentIds.value}
              onChange={departmentIds.onChange}
              options={departments.data ?? []}
              placeholder={t("announcement.departmentAdd")}
            />
          )}
        </Field>
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
  const companies = useQuery(companyOptions, undefined).data
  const departments = useQuery(departmentOptions, undefined).data
  const namesIn = (options: { value: string; label: string }[] | undefined, ids: string[]) =>
    ids.map(id => options?.find(option => option.value === id)?.label ?? id).join(", ")
  return {
    title: { label: "announcement.title", show: value => value },
    type: { label: "announcement.type", show: value => t(`announcement.kind.${kinds.name(value) ?? "general"}`) },
    description: { label: "announcement.description", show: value => value },
    body: { label: "announcement.body", show: value => value },
    startDate: { label: "announcement.start", show: value => (value ? format.dateTime(value) : t("announcement.atOnce")) },
    endDate: { label: "announcement.end", show: value => (value ? format.dateTime(value) : t("announcement.forGood")) },
    tenantIds: { label: "announcement.companies", show: value => namesIn(companies, value) || t("announcement.everyCompany") },
    departmentIds: {
      label: "announcement.departments",
      show: value => namesIn(departments, value) || t("announcement.everyDepartment"),
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

export const Add = () => {
  const t = useT()
  const copyOf = useCallback(
    (record: Announcement) => {
      const draft = draftOf(record)
      return { ...draft, title: t("ui.copyOf", { title: draft.title }).slice(0, 200), status: draftCode }
    },
    [t],
  )
  return <AddDoor {...useCommon()} blank={blank} read={getAnnouncement} copyOf={copyOf} save={addAnnouncement} />
}

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
