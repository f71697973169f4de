import { fewAnswers } from "../../../../contract/surveys/recommendations"
import { joinTexts } from "../../../../core/text/join-texts"
import { Button, LinkButton } from "../../../../ui/controls/button"
import { Alert } from "../../../../ui/display/alert"
import { Card } from "../../../../ui/display/card"
import { ReadOnlyNote } from "../../../../ui/display/owner-mark"
import { LinkTabs } from "../../../../ui/display/tabs"
import { useScreenContext } from "../../../../ui/hooks/screen-context"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { Empty } from "../../../../ui/placeholders/empty"
import { AnalysisHeader, RunningGenerations, useAnalysis, useAnalysisPaths } from "../analysis-screen"
import { LoadedEntries } from "../loaded-entries"
import { useSurvey } from "../survey-context"
import { RecommendationCards } from "./recommendation-cards"

/** What the number of answers means for an analysis; nothing for enough of them. */
const AnswersNote = ({ count }: { count: number | undefined }) => {
  const t = useT()
  if (count === undefined || count >= fewAnswers) return null
  return count === 0 ? (
    <Alert tone="info" title={t("analysis.noAnswers")} text={t("analysis.noAnswersText")} />
  ) : (
    <Alert tone="warning" title={t("analysis.few", { count })} text={t("analysis.fewText")} />
  )
}

/** The header, and the tabs of the two lists. */
export const AnalysisTabs = ({ isPlans }: { isPlans: boolean }) => {
  const t = useT()
  const format = useFormat()
  const survey = useSurvey()
  const paths = useAnalysisPaths()
  const { recommendations, plans, report, isAnalysing, analyse } = useAnalysis()
  const isChangeable = useScreenContext().mayChange(survey)
  const days = report?.series.map(({ date }) => date) ?? []
  const count = report?.responseCount
  const hasEntries = Boolean(recommendations.entries?.length)
  return (
    <>
      <AnalysisHeader
        text={
          count ? joinTexts(t("analysis.basedOn", { count }), days.length > 0 && format.period(days[0], days.at(-1))) : undefined
        }
        actions={
          isChangeable && (
            <>
              <LinkButton icon="plus" href={paths.add}>
                {t("analysis.new")}
              </LinkButton>
              <Button
                icon={hasEntries ? "refresh" : "spark"}
                tone={hasEntries || isPlans ? undefined : "primary"}
                busy={isAnalysing}
                onClick={analyse}
              >
                {t(hasEntries ? "analysis.analyseAgain" : "analysis.analyse")}
              </Button>
            </>
          )
        }
      />
      <ReadOnlyNote record={survey} />
      <LinkTabs
        label={t("analysis.parts")}
        tabs={[
          { label: t("analysis.many"), href: paths.page, current: !isPlans, count: recommendations.entries?.length },
          { label: t("analysis.plans"), href: paths.plans, current: isPlans, count: plans.entries?.length },
        ]}
      />
      <RunningGenerations />
    </>
  )
}

/** The recommendations of a survey, beside its open plans. */
export const Recommendations = () => {
  const t = useT()
  const { recommendations, plans, report } = useAnalysis()
  const isChangeable = useScreenContext().mayChange(useSurvey())
  return (
    <>
      <AnalysisTabs isPlans={false} />
      {isChangeable && <AnswersNote count={report?.responseCount} />}
      <LoadedEntries list={recommendations}>
        {entries =>
          entries.length || plans.entries?.length ? (
            <RecommendationCards />
          ) : (
            <Card label={t("analysis.many")}>
              <Empty
                tone="accent"
                icon="bulb"
                title={t("analysis.emptyTitle")}
                text={t(isChangeable ? "analysis.emptyText" : "analysis.emptyReadText")}
              />
            </Card>
          )
        }
      </LoadedEntries>
    </>
  )
}
