import type { Format } from "../../core/text/format"

type Props = { used: number | null; limit?: number | null; label: (percent: number) => string; format: Format }

/** A used amount against a limit, as figures and a bar; without a limit only the figure. @param label names the bar, called with a whole percentage */
export const Meter = ({ used, limit, label, format }: Props) => {
  if (!limit || used === null)
    return (
      <span className="tabular">
        {format.number(used)}
        {limit && ` / ${format.number(limit)}`}
      </span>
    )
  const percent = Math.min(100, Math.round((used / limit) * 100))
  return (
    <div className="meter">
      <small>
        <span>
          {format.number(used)} / {format.number(limit)}
        </span>
      </small>
      <progress className="progress" max="100" value={percent} aria-label={label(percent)} />
    </div>
  )
}
