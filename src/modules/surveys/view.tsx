import type { Named, Question, Survey } from "../../contract/surveys/surveys"
import { codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Icon } from "../../ui/display/icons/icon"
import { everyCompanyKey } from "../../ui/display/owner-mark"
import { Period } from "../../ui/display/period"
import { rangeText } from "../../ui/display/range-text"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useOptionLabels } from "../../ui/hooks/use-option-labels"
import { useT } from "../../ui/hooks/use-t"
import { useHistoryTab } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { RecordTabs } from "../../ui/pages/record/record-tabs"
import { ViewPage } from "../../ui/pages/record/view-page"
import { departmentOptions, takesDepartments } from "../departments/api"
import { companyOptions } from "../owners/api"
import { surveyActions } from "./actions"
import { Report } from "./analysis/report/report"
import { getSurvey, listSurveys, removeSurvey } from "./api"
import { history } from "./history"
import { Participation } from "./participation"
import { QuestionChoices } from "./questions/question-choices"
import { typeIcon, typeText } from "./questions/question-texts"
import { kindLook, surveys } from "./resource"

export { history }

const { labels } = surveys

const QuestionItem = ({ question, number }: { question: Question; number: number }) => {
  const t = useT()
  return (
    <li className="asked-question">
      <span className="row row-wrap">
        <span className="subtle small tabular">{t("survey.questionNumber", { number })}</span>
        <span className="badge" data-tone="neutral">
          <Icon name={typeIcon(question.type)} size="sm" />
          {t(typeText(question.type))}
        </span>
        {!question.required && <span className="subtle small">{t("ui.optional")}</span>}
      </span>
      <b>{question.text}</b>
      {question.description && <p className="small subtle prose">{question.description}</p>}
      <QuestionChoices {...question} />
    </li>
  )
}

const QuestionsCard = ({ questions }: { questions: readonly Question[] }) => {
  const t = useT()
  return (
    <Card title={t(labels.questions)}>
      {questions.length ? (
        <ol className="asked-questions">
          {questions.map((question, index) => (
            <QuestionItem key={question.id ?? index} question={question} number={index + 1} />
          ))}
        </ol>
      ) : (
        <p className="subtle">{t("survey.noQuestions")}</p>
      )}
    </Card>
  )
}

const Overview = ({ survey: record }: { survey: Named<Survey> }) => {
  const t = useT()
  const format = useFormat()
  const companies = useOptionLabels(companyOptions)
  const departments = useOptionLabels(departmentOptions)
  return (
    <RecordLayout
      aside={
        <>
          <Participation survey={record} />
          <DetailsCard
            record={record}
            items={[
              [t(labels.type), codeLabel(kindLook, record.type, t)],
              [t(labels.startDate), record.startDate ? format.dateTime(record.startDate) : t("survey.atOnce")],
              [t(labels.endDate), record.endDate ? format.dateTime(record.endDate) : t("survey.untilClosed")],
              [t(labels.tenantIds), companies(record.tenantIds) || t(everyCompanyKey(record))],
              takesDepartments(record) && [
                t(labels.departmentIds),
                departments(record.departmentIds) || t("survey.everyDepartment"),
              ],
            ]}
          />
        </>
      }
    >
      {record.description && <TextCard title={t(labels.description)} text={record.description} />}
      <QuestionsCard questions={record.questions} />
    </RecordLayout>
  )
}

const Content = ({ record: survey }: { record: Named<Survey> }) => {
  const t = useT()
  const { base, isInReach } = useScreenContext()
  const historyTab = useHistoryTab(history, survey)
  // Who may read a survey of others sees its questions, not its report (docs/contract.md#survey-report).
  if (!isInReach(survey)) return <Overview survey={survey} />
  return (
    <RecordTabs
      label={t("survey.parts")}
      tabs={[
        { name: "overview", label: t("survey.part.overview"), content: () => <Overview survey={survey} /> },
        { name: "report", label: t("survey.part.report"), content: () => <Report survey={survey} /> },
        {
          name: "recommendations",
          label: t("survey.part.recommendations"),
          href: `${base}/recommendation/${encodeURIComponent(survey.id)}`,
        },
        ...historyTab,
      ]}
    />
  )
}

export const View = () => {
  const t = useT()
  const format = useFormat()
  return (
    <ViewPage
      resource={surveys}
      read={getSurvey}
      list={listSurveys}
      text={({ questions, startDate, endDate }) => (
        <>
          {t("survey.questionsOf", { count: questions.length })}
          {(startDate || endDate) && " · "}
          {(startDate || endDate) && <Period text={rangeText(startDate, endDate, { t, format })} />}
        </>
      )}
      {...(useCan("surveys.remove") && { remove: removeSurvey })}
      actions={surveyActions}
      history={history}
      Content={Content}
    />
  )
}
