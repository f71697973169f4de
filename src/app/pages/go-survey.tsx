import { HttpError } from "../../core/http/http"
import { joinTexts } from "../../core/text/join-texts"
import { FailedCall } from "../../ui/placeholders/failed-call"
import "../../ui/display/icons/add-console-icons"
import { useEffect } from "react"
import { useLocation } from "wouter"
import type { RespondentSurvey } from "../../contract/surveys/answers"
import { smallestGroup } from "../../contract/surveys/report"
import { logoUrl } from "../../state/logo-url"
import { Alert } from "../../ui/display/alert"
import { Card } from "../../ui/display/card"
import { Icon } from "../../ui/display/icons/icon"
import { paint } from "../../ui/display/paint"
import { Logo } from "../../ui/display/pictures/logo"
import { useFormat } from "../../ui/hooks/use-format"
import { useMainFocus } from "../../ui/hooks/use-main-focus"
import { useT } from "../../ui/hooks/use-t"
import { useTexts } from "../../ui/hooks/use-texts"
import { Empty } from "../../ui/placeholders/empty"
import { Waiting } from "../../ui/placeholders/waiting"
import { matchScreen } from "../screens/match"
import { AnswerForm } from "./go-survey/answer-form"
import { Thanks, UnavailableSurvey } from "./go-survey/unavailable-survey"
import { useRespondent } from "./go-survey/use-respondent"
import { PublicPage } from "./public-page"
import { TextsFailed } from "./texts-failed"

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const t = useT()
  if (error instanceof HttpError && (error.status === 404 || error.status === 405))
    return (
      <Card label={t("answering.unknown")}>
        <Empty icon="link" title={t("answering.unknown")} text={t("answering.unknownText")} />
      </Card>
    )
  return <FailedCall tone="warning" title={t("answering.loadFailed")} error={error} onRetry={onRetry} />
}

/** What a respondent reads before the questions. */
const Introduction = ({ survey }: { survey: RespondentSurvey }) => {
  const t = useT()
  const format = useFormat()
  return (
    <>
      {survey.isTest && <Alert tone="warning" title={t("answering.test")} text={t("answering.testText")} />}
      {survey.description && <p className="prose">{survey.description}</p>}
      {survey.endDate && <p className="muted">{t("answering.until", { date: format.dateTime(survey.endDate) })}</p>}
      <section className="alert" data-tone="info" aria-label={t("answering.anonymous")}>
        <Icon name="lock" />
        <div>
          <b>{t("answering.anonymous")}</b>
          <p>{t("answering.anonymousText", { size: smallestGroup })}</p>
          <p>
            <a className="link" href="/kvkk" target="_blank" rel="noreferrer">
              {t("auth.kvkk")}
            </a>
          </p>
        </div>
      </section>
      {survey.questions.some(({ required }) => required) && <p className="hint">{t("answering.requiredNote")}</p>}
    </>
  )
}

/** The title of the document names survey and company, never the token. */
const useSurveyTitle = (survey: RespondentSurvey | undefined) => {
  const t = useT()
  const title = joinTexts(survey?.title || t("answering.title"), survey?.company?.name || t("app.name"))
  useEffect(() => {
    document.title = title
  }, [title])
}

const Survey = () => {
  const t = useT()
  const [path] = useLocation()
  const token = matchScreen(path)?.id
  const { phase, retry, recheck, sent } = useRespondent(token)
  const survey = "survey" in phase ? phase.survey : undefined
  const company = survey?.company
  useSurveyTitle(survey)
  useMainFocus(phase.at === "sent" || phase.at === "unavailable" ? phase.at : "open")
  return (
    <PublicPage
      className="answering"
      ref={element => {
        if (element && company) paint(element, company)
      }}
      brand={
        company && (
          <>
            <Logo name={company.name} url={logoUrl(company.logo)} />
            <b>{company.name}</b>
          </>
        )
      }
      links={
        <>
          <a className="link" href="/policy" target="_blank" rel="noreferrer">
            {t("auth.policy")}
          </a>
          <a className="link" href="/kvkk" target="_blank" rel="noreferrer">
            {t("auth.kvkk")}
          </a>
        </>
      }
    >
      <h1>{survey?.title || t("answering.title")}</h1>
      {phase.at === "loading" && <Waiting />}
      {phase.at === "failed" && <Failure error={phase.error} onRetry={retry} />}
      {phase.at === "unavailable" && <UnavailableSurvey survey={phase.survey} state={phase.state} />}
      {phase.at === "sent" && <Thanks {...phase.survey} />}
      {phase.at === "open" && token && (
        <>
          <Introduction survey={phase.survey} />
          <AnswerForm key={phase.round} token={token} {...phase} onSent={sent} onRefused={recheck} />
        </>
      )}
    </PublicPage>
  )
}

/** The page on which a respondent answers a survey, without a session (docs/console.md#public-surveys). */
export const GoSurvey = () => {
  const { isLoaded, ...texts } = useTexts("answering")
  if (isLoaded) return <Survey />
  if (texts.error === undefined) return <Waiting size="xl" />
  return (
    <main className="public-page answering" id="main">
      <TextsFailed {...texts} />
    </main>
  )
}
