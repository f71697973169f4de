import type { QuestionType } from "../../../contract/surveys/surveys"
import type { Bound } from "../../../core/form/parts"
import type { FormSession } from "../../../core/form/session"
import { contactsIn } from "../../../core/text/plain-text"
import { Checkbox } from "../../../ui/controls/checkbox"
import { FieldError } from "../../../ui/controls/field"
import { Alert } from "../../../ui/display/alert"
import { useBound, useDerived } from "../../../ui/forms/bound"
import { SelectField } from "../../../ui/forms/select-field"
import { TextField } from "../../../ui/forms/text-field"
import { useT } from "../../../ui/hooks/use-t"
import { countOf, generatedTypes, maxCount, type SurveyRequest, tones } from "./survey-request"

const languages = ["tr", "en"] as const

const TypesField = (bound: Bound<QuestionType[]>) => {
  const t = useT()
  const { id, label, field } = useBound(bound)
  const { value, error, onChange } = field
  return (
    <fieldset className="field" aria-describedby={error && `${id}-note`}>
      <legend className="label">{label}</legend>
      <div className="generation__types">
        {generatedTypes.map(type => (
          <Checkbox
            key={type}
            label={t(`survey.questionType.${type}`)}
            value={value.includes(type)}
            onChange={isChosen => onChange(generatedTypes.filter(other => (other === type ? isChosen : value.includes(other))))}
          />
        ))}
      </div>
      <FieldError id={`${id}-note`} error={error} />
    </fieldset>
  )
}

const CountField = (bound: Bound<number>) => {
  const { id, label, field } = useBound(bound)
  return (
    <div className="field">
      <div className="row row-between">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <output className="strong tabular" htmlFor={id}>
          {field.value}
        </output>
      </div>
      <input
        id={id}
        className="generation__range"
        type="range"
        min={1}
        max={maxCount}
        value={field.value}
        onChange={event => field.onChange(countOf(event.target.valueAsNumber))}
      />
      <p className="hint row row-between" aria-hidden="true">
        <span>1</span>
        <span>{maxCount}</span>
      </p>
    </div>
  )
}

const hasContacts = ({ topic, audience }: SurveyRequest) => contactsIn(`${topic} ${audience}`).length > 0

const ContactsNotice = ({ request }: { request: FormSession<SurveyRequest> }) => {
  const t = useT()
  if (!useDerived(request, hasContacts)) return null
  return <Alert tone="warning" title={t("templates.contacts")} text={t("templates.contactsText")} />
}

/** What a survey is to be generated from. The survey's own form has other ids. */
export const RequestFields = ({ request }: { request: FormSession<SurveyRequest> }) => {
  const t = useT()
  const bind = <K extends keyof SurveyRequest>(name: K) => ({ ...request.bind(name), id: `generation-${name}` })
  return (
    <>
      <TextField {...bind("topic")} hint={t("templates.topicHint")} rows={3} />
      <TextField {...bind("audience")} hint={t("templates.audienceHint")} optional />
      <ContactsNotice request={request} />
      <div className="grid-2">
        <SelectField {...bind("tone")} options={tones.map(value => ({ value, label: t(`templates.toneName.${value}`) }))} />
        <SelectField
          {...bind("language")}
          options={languages.map(value => ({ value, label: t(`templates.languageName.${value}`) }))}
        />
      </div>
      <TypesField {...bind("types")} />
      <CountField {...bind("count")} />
    </>
  )
}
