import { type KeyboardEvent, type PointerEvent, useState } from "react"
import { useFormat } from "../hooks/use-format"
import { MarkLink } from "./mark-link"
import { type Layout, Plot } from "./plot"
import { type Period, spreadOf, ticksOf } from "./scale"
import { measureText } from "./text-lines"

/** Up to so many periods are columns, more a line. */
const maxColumns = 31
const plotTop = 26
const plotHeight = 150
const labelRoom = 84

type Texts = { nameOf: (period: Period) => string; number: (value: number) => string; textOf: (period: Period) => string }

/** The value axis: its ticks, and the width of their labels. */
const axisOf = (periods: readonly Period[], number: Texts["number"]) => {
  const ticks = ticksOf(Math.max(0, ...periods.flatMap(({ count, previous = 0 }) => [count, previous])))
  const top = ticks.at(-1) ?? 1
  return { ticks, top, left: measureText(number(top)) + 10 }
}

const layOutPeriods = (
  periods: readonly Period[],
  { nameOf, number, textOf }: Texts,
  cursor: number | undefined,
  width: number,
): Layout => {
  const { ticks, top, left } = axisOf(periods, number)
  const base = plotTop + plotHeight
  const room = (width - left) / periods.length
  const x = (at: number) => left + (at + 0.5) * room
  const y = (count: number) => base - (count / top) * plotHeight
  const lineOf = (countOf: (period: Period) => number) =>
    periods.map((period, at) => `${x(at).toFixed(1)} ${y(countOf(period)).toFixed(1)}`).join("L")
  const points = lineOf(({ count }) => count)
  const previousPoints = lineOf(({ previous = 0 }) => previous)
  const isCompared = periods.some(({ previous }) => previous !== undefined)
  const selected = cursor === undefined ? undefined : periods[cursor]
  const cursorX = x(cursor ?? 0)
  const marks = (
    <>
      {ticks.map(tick => (
        <g key={tick}>
          <path className={tick ? "chart__grid" : "chart__base"} d={`M${left} ${y(tick)}H${width}`} />
          <text className="chart__label" x={left - 8} y={y(tick) + 4} textAnchor="end">
            {number(tick)}
          </text>
        </g>
      ))}
      {selected && <path className="chart__marker" d={`M${cursorX} ${plotTop - 6}V${base}`} />}
      {periods.length > maxColumns ? (
        <>
          <path className="chart__area" d={`M${x(0)} ${base}L${points}L${x(periods.length - 1)} ${base}Z`} />
          <path className="chart__line" d={`M${points}`} />
        </>
      ) : (
        periods.map(({ from, count }, at) => {
          const column = Math.min(40, room * 0.7)
          return (
            count > 0 && (
              <rect
                key={from}
                className="chart__mark"
                x={x(at) - column / 2}
                y={y(count)}
                width={column}
                height={base - y(count)}
                rx={Math.min(3, column / 2)}
              />
            )
          )
        })
      )}
      {periods.map(
        ({ from, isMarked }, at) =>
          isMarked && <path key={from} className="chart__previous" d={`M${x(at)} ${plotTop}V${base}`} />,
      )}
      {isCompared && (
        <>
          <path className="chart__halo" d={`M${previousPoints}`} />
          <path className="chart__previous" d={`M${previousPoints}`} />
        </>
      )}
      {spreadOf(periods.length, Math.floor((width - left) / labelRoom)).map(at => {
        const period = periods[at]
        if (!period) return null
        const name = nameOf({ ...period, to: period.from })
        return (
          <text
            key={at}
            className="chart__label"
            x={Math.min(width - measureText(name) / 2, x(at))}
            y={base + 20}
            textAnchor="middle"
          >
            {name}
          </text>
        )
      })}
      {selected && (
        <text
          className="chart__value"
          x={cursorX}
          y="13"
          textAnchor={cursorX < width * 0.25 ? "start" : cursorX > width * 0.75 ? "end" : "middle"}
        >
          {textOf(selected)}
        </text>
      )}
      {periods.map(
        (period, at) =>
          period.href && (
            <MarkLink
              key={period.from}
              href={period.href}
              label={textOf(period)}
              area={{ x: left + at * room, y: plotTop, width: room, height: plotHeight }}
              // One stop of the Tab key; arrow keys move between the periods.
              tabIndex={at === (cursor ?? periods.length - 1) ? 0 : -1}
            />
          ),
      )}
    </>
  )
  return { height: base + 28, marks }
}

/**
 * Counts by period, as columns, or as a line where there are many, with a dashed line of those to compare with. Pointer and
 * arrow keys show the value of a period. Periods that lead somewhere are links.
 * @param textOf describes a period
 */
export const TimeChart = (props: {
  finding: string
  periods: readonly Period[]
  textOf: (name: string, period: Period) => string
}) => {
  const format = useFormat()
  const [cursor, setCursor] = useState<number>()
  const { periods } = props
  const last = periods.length - 1
  const nameOf = ({ from, to }: Period) => (from === to ? format.date(from) : format.period(from, to))
  const texts: Texts = { nameOf, number: format.number, textOf: period => props.textOf(nameOf(period), period) }
  const selected = periods[cursor ?? -1]
  const hasLinks = periods.some(({ href }) => href)

  const onPointerMove = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left: start, width } = currentTarget.getBoundingClientRect()
    const { left } = axisOf(periods, texts.number)
    const at = Math.floor(((clientX - start - left) / (width - left)) * periods.length)
    setCursor(Math.min(last, Math.max(0, at)))
  }
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const targets: Record<string, number> = {
      ArrowRight: Math.min(last, (cursor ?? -1) + 1),
      ArrowLeft: Math.max(0, (cursor ?? last + 1) - 1),
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    setCursor(target)
    event.currentTarget.querySelectorAll("a")[target]?.focus()
  }
  const slider = {
    role: "slider",
    tabIndex: 0,
    "aria-valuemin": 0,
    "aria-valuemax": last,
    "aria-valuenow": cursor ?? last,
    "aria-valuetext": selected ? texts.textOf(selected) : props.finding,
  }
  return (
    <Plot
      finding={props.finding}
      layOut={width => layOutPeriods(periods, texts, cursor, width)}
      hasLinks={hasLinks}
      {...(!hasLinks && slider)}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget, target }) => {
        const at = [...currentTarget.querySelectorAll<Element>("a")].indexOf(target)
        if (at >= 0) setCursor(at)
      }}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setCursor(undefined)}
      onBlur={() => setCursor(undefined)}
    />
  )
}
