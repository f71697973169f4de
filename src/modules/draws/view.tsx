import { type Draw, eligibilities, statuses } from "../../contract/draws/draws"
import { joinTexts } from "../../core/text/join-texts"
import { codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Gallery } from "../../ui/display/pictures/gallery"
import { Picture } from "../../ui/display/pictures/picture"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { useHistoryTab } from "../../ui/pages/history/history-tab"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { RecordTabs } from "../../ui/pages/record/record-tabs"
import { ViewPage } from "../../ui/pages/record/view-page"
import { getDraw, listDraws, removeDraw } from "./api"
import { Fairness } from "./fairness/fairness"
import { history } from "./history"
import { FunnelCard } from "./participants/funnel"
import { Participants } from "./participants/participants"
import { placesOf } from "./prizes"
import { draws, eligibilityTexts, methodTexts, prizeTexts } from "./resource"
import { drawActions, removeBlockedReason } from "./steps/actions"
import { DrawTimeline } from "./steps/draw-timeline"
import { NextStep } from "./steps/next-step"
import { nextStep } from "./steps/steps"
import { PrintMenu } from "./winners/print-menu"
import { Results } from "./winners/results"

const { labels } = draws

const isDrawn = ({ status }: Draw) => statuses.name(status) === "drawn"

const RulesCard = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const format = useFormat()
  const rule = eligibilities.name(draw.eligibility)
  const detail =
    rule === "new"
      ? t("draw.underDays", { count: draw.newDays ?? 0 })
      : rule === "senior"
        ? t("draw.fromYears", { count: draw.seniorYears ?? 0 })
        : rule === "specific" && draw.employeeIds.length > 0
          ? t("draw.namedPeople", { count: draw.employeeIds.length })
          : ""
  const types = [...new Set(draw.prizes.map(({ type }) => codeLabel(prizeTexts, type, t)))].join(", ")
  return (
    <Card title={t("draw.rules")}>
      <Facts
        items={[
          [t(labels.method), codeLabel(methodTexts, draw.method, t)],
          [t("draw.prizeType"), types],
          [t("draw.places"), format.number(placesOf(draw.prizes))],
          [t(labels.eligibility), [codeLabel(eligibilityTexts, draw.eligibility, t), detail].filter(Boolean).join(", ")],
          [t(labels.departmentId), draw.departmentName || t("draw.everyDepartment")],
          [
            t("draw.recentWinners"),
            draw.excludeLastDraws ? t("draw.excluded", { count: draw.excludeLastDraws }) : t("draw.notExcluded"),
          ],
          draw.organiserIds.length > 0 && [t(labels.organiserIds), t("draw.namedPeople", { count: draw.organiserIds.length })],
          draw.lock && [t("draw.entries"), format.number(draw.lock.entryCount)],
        ]}
      />
    </Card>
  )
}

const PrizesCard = ({ draw: { prizes } }: { draw: Draw }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Card title={t(labels.prizes)}>
      <ol className="stack-sm prize-list">
        {prizes.map(({ name, type, quantity, value, imageUrl }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: prizes have no identity but their position
          <li key={index}>
            <span className="thumb" aria-hidden="true">
              {imageUrl ? <Picture url={imageUrl} alt="" loading="lazy" /> : format.number(index + 1)}
            </span>
            <span>
              <b>{name}</b>
              <small className="subtle">
                {joinTexts(
                  codeLabel(prizeTexts, type, t),
                  t("draw.pieces", { count: quantity, number: format.number(quantity) }),
                  value !== null && format.money(value, undefined),
                )}
              </small>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Overview = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const hasFunnel = !isDrawn(draw) && statuses.name(draw.status) !== "cancelled"
  return (
    <RecordLayout
      aside={
        <>
          <RulesCard draw={draw} />
          <DrawTimeline draw={draw} />
          {hasFunnel && <FunnelCard rules={draw.id} method={draw.method} />}
          <DetailsCard record={draw} items={[]} />
        </>
      }
    >
      <NextStep draw={draw} />
      {isDrawn(draw) && <Results draw={draw} />}
      <PrizesCard draw={draw} />
      <TextCard title={t("draw.about")} text={draw.description} />
      <TextCard title={t(labels.terms)} text={draw.terms} placeholder={t("draw.noTerms")} />
      {draw.media.length > 0 && (
        <Card title={t(labels.media)}>
          <Gallery title={draw.title} media={draw.media} />
        </Card>
      )}
    </RecordLayout>
  )
}

const Content = ({ record: draw }: { record: Draw }) => {
  const t = useT()
  const historyTab = useHistoryTab(history, draw, draws.editBlockedReason(draw))
  return (
    <RecordTabs
      label={t("draw.parts")}
      tabs={[
        {
          name: "result",
          label: t(isDrawn(draw) ? "draw.part.result" : "draw.part.overview"),
          content: () => <Overview draw={draw} />,
        },
        { name: "participants", label: t("draw.part.participants"), content: () => <Participants draw={draw} /> },
        { name: "fairness", label: t("draw.part.fairness"), content: () => <Fairness draw={draw} /> },
        ...historyTab,
      ]}
    />
  )
}

export const View = () => {
  const t = useT()
  const format = useFormat()
  const { may } = useScreenContext()
  const now = useNow()
  return (
    <ViewPage
      resource={draws}
      read={getDraw}
      list={listDraws}
      text={draw =>
        isDrawn(draw) && draw.lock
          ? t("draw.drawnText", {
              date: format.dateTime(draw.drawnAt ?? draw.drawDate),
              count: draw.lock.entryCount,
              number: format.number(draw.lock.entryCount),
            })
          : t("draw.plannedText", { date: format.dateTime(draw.drawDate) })
      }
      {...(useCan("draws.remove") && { remove: removeDraw })}
      removeBlockedReason={removeBlockedReason}
      actions={drawActions}
      hasPrimary={draw => nextStep(draw, now) === "publish" || (may("run") && nextStep(draw, now) !== undefined)}
      HeaderActions={PrintMenu}
      history={history}
      Content={Content}
    />
  )
}
