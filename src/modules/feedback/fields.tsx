import { useMemo, useRef, useState } from "react"
import { dueDateOf, kinds, priorities, responseHours } from "../../contract/feedback"
import type { Code } from "../../core/codes"
import { formatDuration } from "../../core/dates/duration"
import type { Bound } from "../../core/form/parts"
import { i18n } from "../../state/instances"
import { FieldError } from "../../ui/controls/field"
import { Segmented } from "../../ui/controls/segmented"
import { Tiles } from "../../ui/controls/tiles"
import { codeText } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { useBound, useDerived, useObservable } from "../../ui/forms/bound"
import { ChoiceField } from "../../ui/forms/choice-field"
import { CodeField } from "../../ui/forms/code-field"
import { UploadZone } from "../../ui/forms/media-field"
import { TextField } from "../../ui/forms/text-field"
import { useDroppedFiles } from "../../ui/forms/use-dropped-files"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { FieldsProps } from "../../ui/pages/form/form-screen"
import { PersonField } from "../records/person-field"
import type { FeedbackForm } from "./add-with-files"
import { feedbackCompanyOptions, personOptions, searchPeople } from "./api"
import { categoryLook, kindLook, priorityLook } from "./resource"
import { AttachedFiles } from "./thread/attached-files"
import { maxFiles, useFileUploads } from "./thread/use-file-uploads"

type Props = FieldsProps<FeedbackForm>

const hourMs = 3_600_000

const kindIcons = { complaint: "alert", suggestion: "bulb" } as const

const KindField = (bound: Bound<Code>) => {
  const t = useT()
  const { id, label, field } = useBound(bound)
  return (
    <Tiles
      legend={label}
      name={id}
      value={String(field.value)}
      onChange={next => field.onChange(Number(next))}
      error={field.error}
      options={kinds.names.map(name => ({
        value: String(kinds.value(name)),
        icon: kindIcons[name],
        label: t(codeText(kindLook, name)),
        hint: t(`feedback.kindHint.${name}`),
      }))}
    />
  )
}

/** The priority, with the instant by which staff are to answer. */
const PriorityField = ({ form }: Props) => {
  const t = useT()
  const format = useFormat()
  const priority = useObservable(form.value("priority"))
  const due = dueDateOf({ priority, createdDate: new Date(useNow()).toISOString() })
  const hours = responseHours[priorities.value(priorities.name(priority))] ?? 0
  return (
    <CodeField
      {...form.bind("priority")}
      look={priorityLook}
      hint={
        due
          ? t("feedback.answerUntil", { date: format.dateTime(due), time: formatDuration(hours * hourMs, i18n.language()) })
          : undefined
      }
      required
    />
  )
}

/** A person of the company, found by name. */
const EmployeeField = ({ tenantId, ...bound }: Bound<string> & { tenantId: string }) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const [first] = useState(bound.field.get().value)
  const { data: known } = useQuery(personOptions, first, first !== "")
  const loadOptions = useMemo(() => searchPeople(tenantId), [tenantId])
  const needsCompany = isPlatform && !tenantId
  return (
    <PersonField
      {...bound}
      hint={t(needsCompany ? "feedback.companyFirst" : "feedback.personHint")}
      loadOptions={loadOptions}
      known={known}
      placeholder={t("feedback.personSearch")}
      disabled={needsCompany}
      optional
    />
  )
}

const isOutsider = ({ userName, email }: FeedbackForm) => userName !== "" || email !== ""

/** Who gave the feedback: a person of the company, or somebody without an account. */
const PersonFields = ({ form }: Props) => {
  const t = useT()
  const [isChosen, setChosen] = useState(false)
  const tenantId = useObservable(form.value("tenantId"))
  const isOther = useDerived(form, isOutsider) || isChosen
  const choose = (kind: "employee" | "other") => {
    setChosen(kind === "other")
    form.change(kind === "other" ? { userId: "" } : { userName: "", email: "" })
  }
  return (
    <>
      <Segmented
        label={t("feedback.personKind")}
        value={isOther ? "other" : "employee"}
        onChange={choose}
        options={[
          { value: "employee", label: t("feedback.personKind.employee") },
          { value: "other", label: t("feedback.personKind.other") },
        ]}
      />
      {isOther ? (
        <div className="grid-2">
          <TextField {...form.bind("userName")} hint={t("feedback.nameHint")} optional />
          <TextField {...form.bind("email")} type="email" optional />
        </div>
      ) : (
        <EmployeeField {...form.bind("userId")} tenantId={tenantId} />
      )}
    </>
  )
}

/** The company that the feedback concerns, for those who have several. */
const CompanyField = ({ form }: Props) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const hasSeveral = (useQuery(feedbackCompanyOptions, undefined).data?.length ?? 0) > 1
  if (!isPlatform && !hasSeveral) return null
  return (
    <ChoiceField
      {...form.bind("tenantId")}
      hint={t(isPlatform ? "feedback.companyHintPlatform" : "feedback.companyHint")}
      placeholder={t("feedback.companySearch")}
      options={feedbackCompanyOptions}
      optional
    />
  )
}

/** Files, which are attached after the create call. They are chosen, dropped or pasted. */
const FilesField = (bound: Bound<FeedbackForm["attachments"]>) => {
  const root = useRef<HTMLFieldSetElement>(null)
  const { id, label, field } = useBound(bound)
  const { value, onChange, onBusy, error } = field
  const files = useFileUploads(value, onChange, onBusy)
  const { isOver, zone } = useDroppedFiles(root, files.add)
  return (
    <fieldset
      className="stack-sm"
      id={id}
      ref={root}
      tabIndex={-1}
      data-files
      aria-label={label}
      aria-describedby={error ? `${id}-note` : undefined}
    >
      {!files.isFull && (
        <UploadZone count={maxFiles} isOver={isOver} zone={zone} isInvalid={Boolean(error)} onFiles={files.add} />
      )}
      <FieldError id={`${id}-note`} error={error} />
      {files.elements}
      <AttachedFiles files={value} onChange={onChange} />
    </fieldset>
  )
}

export const Fields = ({ form }: FieldsProps<FeedbackForm>) => {
  const t = useT()
  return (
    <>
      <Card title={t("feedback.content")}>
        <KindField {...form.bind("type")} />
        <TextField {...form.bind("subject")} />
        <TextField {...form.bind("description")} rows={5} />
        <div className="grid-2">
          <CodeField {...form.bind("category")} look={categoryLook} required />
          <PriorityField form={form} />
        </div>
      </Card>
      <Card title={t("feedback.userId")}>
        <CompanyField form={form} />
        <PersonFields form={form} />
      </Card>
      <Card title={t("feedback.files")}>
        <FilesField {...form.bind("attachments")} />
      </Card>
    </>
  )
}
