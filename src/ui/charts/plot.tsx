import { type ReactNode, type RefObject, type SVGProps, useId, useLayoutEffect, useRef, useState } from "react"

/** The width of a chart that is not laid out, px. */
const defaultWidth = 640

const useWidth = (box: RefObject<HTMLElement | null>) => {
  const [width, setWidth] = useState(defaultWidth)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth || defaultWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

/** Marks of a chart in an area of the given height, px. */
export type Layout = { height: number; marks: ReactNode }

/**
 * The SVG of a chart, laid out for the width that it has, so that texts keep their size.
 * @param finding what the chart shows, in words
 * @param hasLinks whether marks are links, which a picture cannot hold
 */
export const Plot = ({
  finding,
  layOut,
  hasLinks,
  ...svg
}: { finding: string; layOut: (width: number) => Layout; hasLinks?: boolean } & Omit<SVGProps<SVGSVGElement>, "ref">) => {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { height, marks } = layOut(width)
  return (
    <div className="chart" ref={box}>
      <svg viewBox={`0 0 ${width} ${height}`} role={hasLinks ? "group" : "img"} aria-labelledby={id} {...svg}>
        <title id={id}>{finding}</title>
        {marks}
      </svg>
    </div>
  )
}
