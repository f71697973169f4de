import { useState } from "react"
import { type Funnel, type Stage, stages } from "../../../contract/draws/entries"
import type { Code } from "../../../core/codes"
import { failedCallMessage } from "../../../core/http/errors"
import { can } from "../../../state/features"
import { Button } from "../../../ui/controls/button"
import { Card } from "../../../ui/display/card"
import { Skeleton } from "../../../ui/display/skeleton"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { type FunnelRules, funnelOf } from "../api"
import { oddsText } from "../fairness/odds"
import { PeopleDialog } from "./people-dialog"

type Shown = { stage: Stage; out: boolean }

/** The stages with their figures; each figure opens the list of the people behind it. */
const Stages = ({ funnel, rules, method }: { funnel: Funnel; rules: FunnelRules | string; method: Code }) => {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState<Shown>()
  // A stage of organisers is left out where none would have taken part.
  const known = funnel.stages.filter(
    ({ name, count }, at) =>
      stages.includes(name as Stage) && (name !== "notOrganisers" || count !== funnel.stages[at - 1]?.count),
  ) as { name: Stage; count: number }[]
  const all = known[0]?.count ?? 0
  const entries = known.at(-1)?.count ?? 0
  const odds = oddsText({ method, entries, places: funnel.places, weight: funnel.totalWeight }, t, format)
  return (
    <>
      <ol className="stack-sm funnel">
        {known.map(({ name, count }, index) => {
          const out = (known[index - 1]?.count ?? count) - count
          const label = t(`draw.stage.${name}`)
          return (
            <li key={name}>
              <span className="row row-between">
                <span>{label}</span>
                <button
                  type="button"
                  className="link tabular"
                  aria-label={t("draw.stageOpen", { stage: label, count })}
                  onClick={() => setOpen({ stage: name, out: false })}
                >
                  {format.number(count)}
                </button>
              </span>
              <progress className="progress" max={all || 1} value={count} aria-hidden="true" />
              {out > 0 && (
                <button type="button" className="link small" onClick={() => setOpen({ stage: name, out: true })}>
                  {t(`draw.stageOut.${name}`, { count: out })}
                </button>
              )}
            </li>
          )
        })}
      </ol>
      {funnel.recentDraws?.length > 0 && (
        <p className="subtle small">
          {t("draw.recentDraws", { draws: funnel.recentDraws.map(({ title }) => title).join(", ") })}
        </p>
      )}
      {odds && <p className="strong">{odds}</p>}
      {open && <PeopleDialog rules={rules} stage={open.stage} isOut={open.out} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** How many people take part and how likely they win. @param rules of a draft, or the id of a stored draw */
export const FunnelCard = ({ rules, method }: { rules: FunnelRules | string | undefined; method: Code }) => {
  const t = useT()
  // Not kept while mounted: each change of the rules would ask again.
  const isOffered = can("draws.funnel")
  const entry = useQuery(funnelOf, { rules: rules ?? "" }, rules !== undefined && isOffered)
  const { data, error } = entry
  const [kept, setKept] = useState(data)
  if (data && data !== kept) setKept(data)
  const funnel = data ?? kept
  return (
    <Card title={t("draw.funnel")} note={entry.loading && funnel ? t("draw.funnel.busy") : undefined}>
      {!isOffered ? (
        <p className="subtle">{t("draw.funnel.notOffered")}</p>
      ) : rules === undefined ? (
        <p className="subtle">{t("draw.funnel.incomplete")}</p>
      ) : error !== undefined ? (
        <p className="row row-wrap small" role="alert">
          {failedCallMessage(error, "draw.funnel.failed", t)}
          <Button size="sm" tone="ghost" icon="refresh" onClick={entry.reload}>
            {t("ui.retry")}
          </Button>
        </p>
      ) : funnel ? (
        <div className="stack-sm" aria-busy={entry.loading || undefined}>
          <Stages funnel={funnel} rules={rules} method={method} />
        </div>
      ) : (
        <div className="stack-sm" aria-busy>
          {stages.map(stage => (
            <Skeleton key={stage} />
          ))}
        </div>
      )}
    </Card>
  )
}
