import { type ComponentType, useState } from "react"
import { differences, merged, type Side } from "../../core/form/merge"
import type { Labels } from "../../core/form/spec"
import { joinTexts } from "../../core/text/join-texts"
import { Button } from "../controls/button"
import { useCurrentUser } from "../hooks/use-current-user"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import { AsText, type Compare } from "./compare"

/** Who changed a record (an e-mail, and the name where it is known), and when (an instant). */
export type RecordChange = { by: string; name?: string; at: string }

const ChangedBy = ({ change: { by, name, at } = {} }: { change?: Partial<RecordChange> }) => {
  const t = useT()
  const format = useFormat()
  const user = useCurrentUser()
  const isOwn = by !== undefined && by === user?.email
  const time = at && format.dateTime(at)
  if (!by) return time && <p>{t("ui.changedAt", { time })}</p>
  return <p>{joinTexts(isOwn ? t("ui.changedByYou") : t("ui.changedBy", { by: name || by }), time)}</p>
}

/** Compares the edited version of a record with the stored one and merges them by field (docs/console.md#conflicts). */
export const ConflictDialog = <D extends object>(props: {
  base: D
  mine: D
  theirs: D
  labels: Labels<D>
  compare: Compare<D>
  /** The change that the dialog is about, as far as it is known. */
  change?: Partial<RecordChange>
  onResolve: (merged: D) => void
  onClose: () => void
}) => {
  const t = useT()
  const { mine, theirs, labels, compare } = props
  const found = differences(props.base, mine, theirs)
  const [chosen, setChosen] = useState<Partial<Record<keyof D, Side>>>({})
  const chooseAll = (side: Side) =>
    setChosen(Object.fromEntries(found.map(({ field }) => [field, side])) as Partial<Record<keyof D, Side>>)

  return (
    <Dialog title={t("ui.conflictTitle")} text={t("ui.conflictText")} onClose={props.onClose} size="wide">
      <div className="dialog__body">
        <ChangedBy change={props.change} />
        <table className="table conflict">
          <thead>
            <tr>
              <th scope="col">{t("ui.field")}</th>
              <th scope="col">{t("ui.mine")}</th>
              <th scope="col">{t("ui.theirs")}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ field, side: usual }) => {
              const Value = (compare[field] ?? AsText) as ComponentType<{ value: D[keyof D]; draft: D }>
              const label = t(labels[field])
              return (
                <tr key={field}>
                  <th scope="row">{label}</th>
                  {(["mine", "theirs"] as const).map(side => {
                    const draft = side === "mine" ? mine : theirs
                    return (
                      <td key={side}>
                        <label className="checkbox">
                          <input
                            type="radio"
                            name={`conflict-${field}`}
                            checked={(chosen[field] ?? usual) === side}
                            onChange={() => setChosen({ ...chosen, [field]: side })}
                          />
                          <span>
                            <span className="sr-only">{`${label}, ${t(side === "mine" ? "ui.mine" : "ui.theirs")}: `}</span>
                            <Value value={draft[field]} draft={draft} />
                          </span>
                        </label>
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="dialog__foot">
        <Button onClick={props.onClose}>{t("ui.cancel")}</Button>
        <span className="push-end" />
        <Button tone="ghost" onClick={() => chooseAll("mine")}>
          {t("ui.allMine")}
        </Button>
        <Button tone="ghost" onClick={() => chooseAll("theirs")}>
          {t("ui.allTheirs")}
        </Button>
        <Button tone="primary" onClick={() => props.onResolve(merged(props.base, mine, theirs, chosen))}>
          {t("ui.takeChoice")}
        </Button>
      </div>
    </Dialog>
  )
}
