import { beaconRoundAfter, beaconTime, isBeaconAhead } from "../../../contract/draw-proof/public-randomness"
import { type Draw, randomnessKinds } from "../../../contract/draws/draws"
import type { Part } from "../../../core/form/parts"
import { type Rules, required, wholeFromOne } from "../../../core/rules"
import { Tiles } from "../../../ui/controls/tiles"
import { useObservable } from "../../../ui/forms/bound"
import { NumberField } from "../../../ui/forms/number-field"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"

/** The public randomness of a lock, as it is chosen in a dialog. */
export type RandomnessDraft = { kind: (typeof randomnessKinds.names)[number]; round: number | null }

const icons = { none: "lock", witness: "user", drand: "globe" } as const

const isBeacon = ({ kind }: RandomnessDraft) => kind === "drand"

export const randomnessRules: Rules<RandomnessDraft> = {
  round: draft => {
    if (!isBeacon(draft)) return undefined
    const missing = required<RandomnessDraft>("draw.beacon.required")(draft, "round")
    const message = missing ?? wholeFromOne<RandomnessDraft>("draw.beacon.required")(draft, "round")
    if (message || isBeaconAhead(draft.round ?? 0, Date.now())) return message
    return beaconTime(draft.round ?? 0) <= Date.now() ? "draw.beacon.past" : "draw.beacon.tooFar"
  },
}

/** Suggests a round of the beacon that is published after the draw date. */
export const initialRandomness = ({ drawDate }: Pick<Draw, "drawDate">): RandomnessDraft => ({
  kind: "none",
  round: beaconRoundAfter(Math.max(Date.now(), Date.parse(drawDate) || 0)),
})

export const randomnessOf = ({ kind, round }: RandomnessDraft) => ({
  kind: randomnessKinds.value(kind),
  ...(kind === "drand" && round !== null && { round }),
})

/** A value from outside, which nobody can know at the lock; chosen together with the lock. */
export const RandomnessFields = ({ form }: { form: Pick<Part<RandomnessDraft>, "bind" | "value" | "change"> }) => {
  const t = useT()
  const format = useFormat()
  const kind = useObservable(form.value("kind"))
  const round = useObservable(form.value("round"))
  const at = round && isBeaconAhead(round, Date.now()) ? beaconTime(round) : Number.NaN
  return (
    <div className="stack-sm">
      <b>{t("draw.randomness")}</b>
      <Tiles
        legend={t("draw.randomness")}
        name="randomness"
        value={kind}
        onChange={next => form.change({ kind: next as RandomnessDraft["kind"] })}
        options={randomnessKinds.names.map(name => ({
          value: name,
          icon: icons[name],
          label: t(`draw.randomness.${name}`),
          hint: t(`draw.randomnessHint.${name}`),
        }))}
      />
      {kind === "drand" && (
        <NumberField
          {...form.bind("round")}
          hint={Number.isFinite(at) ? t("draw.beacon.at", { time: format.dateTime(new Date(at).toISOString()) }) : undefined}
          required
        />
      )}
    </div>
  )
}
