import type { Check, CheckName, Report } from "../../../contract/draw-proof/report"
import { Badge, type BadgeTone } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { Icon, type IconName } from "../../../ui/display/icons/icon"
import { useT } from "../../../ui/hooks/use-t"

/** The checks in the order in which a reader follows them. */
const names: readonly CheckName[] = [
  "file",
  "digest",
  "domain",
  "chain",
  "times",
  "rules",
  "entries",
  "root",
  "seed",
  "publicValue",
  "places",
  "replacements",
]

/** Checks of a result, which a draw that is only locked does not have. */
const ofResult: readonly CheckName[] = ["seed", "publicValue", "places", "replacements"]

type State = "holds" | "fails" | "later" | "open"
const looks: Record<State, { tone: BadgeTone; icon: IconName }> = {
  holds: { tone: "success", icon: "ok" },
  fails: { tone: "danger", icon: "error" },
  later: { tone: "neutral", icon: "clock" },
  open: { tone: "neutral", icon: "minus" },
}

const stateOf = (name: CheckName, checks: readonly Check[], isDrawn: boolean): State => {
  if (checks.some(({ failure }) => failure)) return "fails"
  if (checks.length) return "holds"
  return ofResult.includes(name) && !isDrawn ? "later" : "open"
}

/** Reason and figures of a failed check. */
const FailureText = ({ check: { failure, round } }: { check: Check }) => {
  const t = useT()
  if (!failure) return null
  const figures = Object.entries({ ...(round !== null && { [t("proof.round")]: round + 1 }), ...failure.figures }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return (
    <>
      <p className="strong">{t(`proof.failure.${failure.reason}`)}</p>
      {figures.length > 0 && (
        <code translate="no" className="small">
          {figures.map(([name, value]) => `${name}: ${value}`).join(", ")}
        </code>
      )}
    </>
  )
}

const CheckLine = ({ name, checks, state }: { name: CheckName; checks: readonly Check[]; state: State }) => {
  const t = useT()
  const { tone, icon } = looks[state]
  return (
    <li data-tone={tone}>
      <details open={state === "fails"}>
        <summary>
          <Icon name={icon} />
          <span>{t(`proof.check.${name}`)}</span>
          <Badge tone={tone}>{t(`proof.state.${state}`)}</Badge>
        </summary>
        <div>
          {state !== "fails" && <p>{t(`proof.how.${name}`)}</p>}
          {checks.map(check => (
            <FailureText key={check.round} check={check} />
          ))}
        </div>
      </details>
    </li>
  )
}

/** What was checked, line by line; the details fold out. */
export const ChecksCard = ({ checks, proof }: Pick<Report, "checks" | "proof">) => {
  const t = useT()
  const isDrawn = proof?.rounds.some(({ places }) => places) ?? false
  return (
    <Card title={t("proof.checks")}>
      <p className="muted">{t("proof.checksText")}</p>
      <ul className="proof__checks">
        {names.map(name => {
          const own = checks.filter(check => check.name === name)
          return <CheckLine key={name} name={name} checks={own} state={stateOf(name, own, isDrawn)} />
        })}
      </ul>
    </Card>
  )
}
