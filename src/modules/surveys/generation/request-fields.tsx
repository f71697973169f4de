import { useId } from "react"
import { questionTypes } from "../../../contract/surveys/surveys"
import { isEmpty, validate } from "../../../core/rules"
import type { Language } from "../../../core/text/i18n"
import { contactsIn } from "../../../core/text/plain-text"
import { Checkbox } from "../../../ui/controls/checkbox"
import { Field, FieldError } from "../../../ui/controls/field"
import { Select } from "../../../ui/controls/select"
import { Alert } from "../../../ui/display/alert"
import { messageText } from "../../../ui/forms/message-text"
import { TextField } from "../../../ui/forms/text-field"
import { useT } from "../../../ui/hooks/use-t"
import { countOf, maxCount, maxTopicLength, requestRules, type SurveyRequest, type Tone, tones } from "./survey-request"

type Props = {
  request: SurveyRequest
  isChecked: boolean
  onChange: (patch: Partial<SurveyRequest>) => void
}

const languages = ["tr", "en"] as const

const Types = ({ request, isChecked, onChange }: Props) => {
  const t = useT()
  const id = useId()
  const { types } = request
  const error = isChecked && isEmpty(types) ? t("templates.typesRequired") : undefined
  return (
    <fieldset className="field" aria-describedby={error && id}>
      <legend className="label">{t("templates.types")}</legend>
      <div className="generation__types">
        {questionTypes.map(type => (
          <Checkbox
            key={type}
            label={t(`survey.questionType.${type}`)}
            value={types.includes(type)}
            onChange={isChosen =>
              onChange({ types: questionTypes.filter(other => (other === type ? isChosen : types.includes(other))) })
            }
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

const Count = ({ request, onChange }: Pick<Props, "request" | "onChange">) => {
  const t = useT()
  const id = useId()
  return (
    <div className="field">
      <div className="row row-between">
        <label className="label" htmlFor={id}>
          {t("templates.count")}
        </label>
        <output className="strong tabular" htmlFor={id}>
          {request.count}
        </output>
      </div>
      <input
        id={id}
        className="generation__range"
        type="range"
        min={1}
        max={maxCount}
        value={request.count}
        onChange={event => onChange({ count: countOf(event.target.valueAsNumber) })}
      />
      <p className="hint row row-between" aria-hidden="true">
        <span>1</span>
        <span>{maxCount}</span>
      </p>
    </div>
  )
}

/** What a survey is to be generated from. */
export const RequestFields = ({ request, isChecked, onChange }: Props) => {
  const t = useT()
  const { topic, audience, tone, language } = request
  const missing = isChecked ? validate(requestRules, request).topic : undefined
  return (
    <>
      <TextField
        id="generation-topic"
        label={t("templates.topic")}
        hint={t("templates.topicHint")}
        field={{ value: topic, onChange: value => onChange({ topic: value }), error: missing && messageText(missing, t) }}
        max={maxTopicLength}
        rows={3}
        required
      />
      <TextField
        id="generation-audience"
        label={t("templates.audience")}
        hint={t("templates.audienceHint")}
        field={{ value: audience, onChange: value => onChange({ audience: value }), error: undefined }}
        max={200}
        optional
      />
      {contactsIn(`${topic} ${audience}`).length > 0 && (
        <Alert tone="warning" title={t("templates.contacts")} text={t("templates.contactsText")} />
      )}
      <div className="grid-2">
        <Field id="generation-tone" label={t("templates.tone")}>
          {aria => (
            <Select
              {...aria}
              value={tone}
              onChange={value => onChange({ tone: value as Tone })}
              options={tones.map(value => ({ value, label: t(`templates.toneName.${value}`) }))}
            />
          )}
        </Field>
        <Field id="generation-language" label={t("templates.language")}>
          {aria => (
            <Select
              {...aria}
              value={language}
              onChange={value => onChange({ language: value as Language })}
              options={languages.map(value => ({ value, label: t(`templates.languageName.${value}`) }))}
            />
          )}
        </Field>
      </div>
      <Types request={request} isChecked={isChecked} onChange={onChange} />
      <Count request={request} onChange={onChange} />
    </>
  )
}
