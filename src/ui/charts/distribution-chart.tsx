import { type Layout, Plot } from "./plot"

/** `share`: 0 to 1, the height of the column in relation to the others; `values`: lines above it. */
export type Step = { key: string; label: string; share: number; values: readonly string[] }

/** A point between the steps: 0 is the centre of the first one, 1 that of the second. */
type Marker = { at: number; label: string }

const plotHeight = 150
const valueLine = 16
const foot = 26
/** Below the labels: an arrow, and what it marks. */
const markerRoom = 26

const layOutSteps = (steps: readonly Step[], marker: Marker | undefined, width: number): Layout => {
  const top = Math.max(0, ...steps.map(({ values }) => values.length)) * valueLine + 6
  const base = top + plotHeight
  const room = width / Math.max(1, steps.length)
  const column = Math.min(72, room * 0.62)
  const largest = Math.max(Number.EPSILON, ...steps.map(({ share }) => share))
  const centre = (at: number) => (at + 0.5) * room
  const markerX = marker ? centre(marker.at) : 0
  const marks = (
    <>
      {steps.map(({ key, label, share, values }, at) => {
        const height = (share / largest) * plotHeight
        return (
          <g key={key}>
            {height > 0 && (
              <rect
                className="chart__mark"
                x={centre(at) - column / 2}
                y={base - height}
                width={column}
                height={height}
                rx={Math.min(4, height)}
              />
            )}
            {values.map((value, line) => (
              <text
                key={value}
                className={line ? "chart__label" : "chart__value"}
                x={centre(at)}
                y={base - height - 6 - (values.length - 1 - line) * valueLine}
                textAnchor="middle"
              >
                {value}
              </text>
            ))}
            <text className="chart__label" x={centre(at)} y={base + 18} textAnchor="middle">
              {label}
            </text>
          </g>
        )
      })}
      <path className="chart__base" d={`M0 ${base}H${width}`} />
      {marker && (
        <>
          <path className="chart__arrow" d={`M${markerX} ${base + 24}l6 9h-12z`} />
          <text
            className="chart__value"
            x={markerX}
            y={base + 48}
            textAnchor={markerX < width * 0.2 ? "start" : markerX > width * 0.8 ? "end" : "middle"}
          >
            {marker.label}
          </text>
        </>
      )}
    </>
  )
  return { height: base + foot + (marker ? markerRoom : 0), marks }
}

/** Columns of an ordered scale, each with its values above, and a marker such as the mean. */
export const DistributionChart = (props: { finding: string; steps: readonly Step[]; marker?: Marker }) => (
  <Plot finding={props.finding} layOut={width => layOutSteps(props.steps, props.marker, width)} />
)
