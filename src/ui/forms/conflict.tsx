import { type ReactNode, useState } from "react"
import { dash } from "../../core/format"
import type { Key } from "../../core/i18n"
import { Button } from "../controls/button"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"

/** How each field of a draft is named and shown beside another version of it. */
export type Shown<D> = { [K in keyof D]?: { label: Key; show: (value: D[K], draft: D) => ReactNode } }

/** How most fields are shown: a dash stands for nothing. */
export const shownText = (value: string) => value || dash
export const shownPicture = (value: string) => (value ? <img className="thumb" src={value} alt="" /> : dash)

type Side = "mine" | "theirs"

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Fields in which the two versions differ, each with the side that changed it last: what only they changed is theirs. */
export const differences = <D extends object>(base: D, mine: D, theirs: D): { field: keyof D; side: Side }[] =>
  (Object.keys(mine) as (keyof D)[])
    .filter(field => !same(mine[field], theirs[field]))
    .map(field => ({ field, side: same(mine[field], base[field]) ? "theirs" : "mine" }))

/** Somebody saved the record first: both versions field by field, and the person chooses (decisions §2, 409). */
export const Conflict = <D extends object>(props: {
  base: D
  mine: D
  theirs: D
  shown: Shown<D>
  onSettle: (merged: D) => void
  onClose: () => void
}) => {
  const t = useT()
  const { mine, theirs, shown } = props
  const found = differences(props.base, mine, theirs)
  const [chosen, setChosen] = useState<Partial<Record<keyof D, Side>>>({})
  const sideOf = ({ field, side }: { field: keyof D; side: Side }) => chosen[field] ?? side
  const all = (side: Side) =>
    setChosen(Object.fromEntries(found.map(({ field }) => [field, side])) as Partial<Record<keyof D, Side>>)

  const settle = () => {
    const merged = { ...mine }
    for (const difference of found) if (sideOf(difference) === "theirs") merged[difference.field] = theirs[difference.field]
    props.onSettle(merged)
  }

  return (
    <Dialog title={t("ui.conflictTitle")} text={t("ui.conflictText")} onClose={props.onClose} size="wide">
      <div className="card__body">
        <table className="table conflict">
          <thead>
            <tr>
              <th scope="col">{t("ui.field")}</th>
              <th scope="col">{t("ui.mine")}</th>
              <th scope="col">{t("ui.theirs")}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(difference => {
              const { field } = difference
              const face = shown[field]
              const label = face ? t(face.label) : String(field)
              return (
                <tr key={String(field)}>
                  <th scope="row">{label}</th>
                  {(["mine", "theirs"] as const).map(side => {
                    const draft = side === "mine" ? mine : theirs
                    return (
                      <td key={side}>
                        <label className="check">
                          <input
                            type="radio"
                            name={`conflict-${String(field)}`}
                            checked={sideOf(difference) === side}
                            onChange={() => setChosen({ ...chosen, [field]: side })}
                          />
                          <span>
                            <span className="sr">{`${label}, ${t(side === "mine" ? "ui.mine" : "ui.theirs")}: `}</span>
                            {face ? face.show(draft[field], draft) : String(draft[field])}
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
        <Button tone="ghost" onClick={() => all("mine")}>
          {t("ui.allMine")}
        </Button>
        <Button tone="ghost" onClick={() => all("theirs")}>
          {t("ui.allTheirs")}
        </Button>
        <Button tone="primary" onClick={settle}>
          {t("ui.takeChoice")}
        </Button>
      </div>
    </Dialog>
  )
}
