import { MarkLink } from "./mark-link"
import { type Layout, Plot } from "./plot"
import { lineHeight, linesOf, measureText } from "./text-lines"

/**
 * `share`: 0 to 1, the length of the bar; `value`: the text beside it; `href`: where the bar leads. A muted bar belongs to
 * another group than the others.
 */
type Bar = { key: string; label: string; share: number; value: string; isMuted?: boolean; href?: string }

const barHeight = 10
const gap = 18
/** Between the label and the value. */
const inset = 16

const layOutBars = (bars: readonly Bar[], width: number): Layout => {
  let y = 0
  const marks = bars.map(({ key, label, share, value, isMuted, href }) => {
    const lines = linesOf(label, width - measureText(value) - inset)
    const top = y
    const barTop = top + lines.length * lineHeight + 4
    y = barTop + barHeight + gap
    const length = Math.min(1, Math.max(0, share)) * width
    return (
      <g key={key}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no identity but their position
          <text key={at} className="chart__label" x="0" y={top + 13 + at * lineHeight}>
            {line}
          </text>
        ))}
        <text className="chart__value" x={width} y={top + 13} textAnchor="end">
          {value}
        </text>
        <rect className="chart__track" x="0" y={barTop} width={width} height={barHeight} rx={barHeight / 2} />
        {share > 0 && (
          <rect
            className={isMuted ? "chart__mark chart__mark--muted" : "chart__mark"}
            x="0"
            y={barTop}
            width={Math.max(barHeight, length)}
            height={barHeight}
            rx={barHeight / 2}
          />
        )}
        {href && (
          <MarkLink
            href={href}
            label={`${label}: ${value}`}
            area={{ x: 0, y: top - gap / 4, width, height: barTop + barHeight + gap / 2 - top }}
          />
        )}
      </g>
    )
  })
  return { height: Math.max(0, y - gap), marks }
}

/** Horizontal bars, each with its label above and its value at the end. */
export const BarChart = ({ finding, bars }: { finding: string; bars: readonly Bar[] }) => (
  <Plot finding={finding} layOut={width => layOutBars(bars, width)} hasLinks={bars.some(({ href }) => href)} />
)
