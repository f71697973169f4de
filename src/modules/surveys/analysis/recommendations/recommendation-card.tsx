import { type ReactNode, useId } from "react"
import type { Recommendation } from "../../../../contract/surveys/recommendations"
import { joinTexts } from "../../../../core/text/join-texts"
import { Badge } from "../../../../ui/display/badge"
import { Link } from "../../../../ui/display/link"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { Menu, type MenuItem } from "../../../../ui/overlays/menu"
import { confidenceText, decisionText, decisionTone, impactText, impactTone } from "../texts"
import { hashOf } from "../use-hash-target"

/** Returns the link to a question's answers in the report. @param view path of the survey's page */
const answersHref = (view: string, questionId: string) => `${view}?tab=report${hashOf(`question-${questionId}`)}`

/**
 * A recommendation: impact, category, confidence, the figures it rests on, its action items.
 * @param view path of the survey's page, to whose report the figures lead
 */
export const RecommendationCard = ({
  recommendation,
  view,
  menu,
  children,
}: {
  recommendation: Recommendation
  view: string
  menu?: MenuItem[] | undefined
  children?: ReactNode
}) => {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const { title, category, description, impact, status, origin, keyStats, actionItems, createdDate } = recommendation
  return (
    <article className="card" id={`recommendation-${recommendation.id}`} tabIndex={-1} aria-labelledby={id}>
      <div className="card__body">
        <div className="row row-between">
          <span className="row row-wrap">
            <span className="badge" data-tone={impactTone(impact)}>
              {impactText(impact, t)}
            </span>
            {category && (
              <span className="badge" data-tone="neutral">
                {category}
              </span>
            )}
            <Badge tone={decisionTone(status)}>{decisionText(status, t)}</Badge>
            <span className="subtle small tabular">{confidenceText(recommendation, t, format)}</span>
          </span>
          {menu && <Menu label={t("ui.actionsOf", { title })} items={menu} />}
        </div>
        <div>
          <h2 id={id}>{title}</h2>
          {description && <p className="muted prose">{description}</p>}
        </div>
        {keyStats.length > 0 && (
          <dl className="key-stats">
            {keyStats.map(({ label, value, questionId }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: figures have no identity but their position
              <div key={index}>
                <dt>
                  {questionId ? (
                    <Link className="link" href={answersHref(view, questionId)}>
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <ol className="numbered" aria-label={t("analysis.actionItems")}>
          {actionItems.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: action items have no identity but their position
            <li key={index}>{item}</li>
          ))}
        </ol>
        <p className="subtle small">
          {joinTexts(origin && t(`analysis.origin.${origin}`), createdDate && format.date(createdDate))}
        </p>
      </div>
      {children && <div className="card__foot">{children}</div>}
    </article>
  )
}
