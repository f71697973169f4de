/** Reads one interaction from a trace of Chromium. */

/** `ms`: what passed from the input to the next paint; `cpuMs`: work of the main thread in it; `renderingMs`: of it style, layout and paint. */
export type Interaction = { name: string; ms: number; cpuMs: number; renderingMs: number }

/** Categories that {@link interactionOf} needs. */
export const traceCategories = ["devtools.timeline", "disabled-by-default-devtools.timeline"]

type Timing = { duration: number; interactionId?: number; timeStamp: number; commitFinishTime?: number }

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** µs. `tdur`: time of the thread, which other processes do not take. */
  ts: number
  dur?: number
  tdur?: number
  args: { data?: Timing }
}

const rendering = new Set(["UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"])

/**
 * The slowest of the events of an interaction in a trace, as Event Timing has it, and the most that the main thread worked from one of them to
 * the commit of the frame that shows its effect. Work that begins after that frame is no part of it.
 * @returns undefined: the trace has no interaction
 */
export const interactionOf = (trace: Buffer): Omit<Interaction, "name"> | undefined => {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const measured = traceEvents.flatMap(event => {
    const { data } = event.args
    if (event.name !== "EventTiming" || event.ph !== "b" || !data?.interactionId) return []
    // An event without a frame of its own has no time of a commit.
    const end = data.commitFinishTime && data.commitFinishTime > data.timeStamp ? data.commitFinishTime : undefined
    const commitMs = end === undefined ? data.duration : end - data.timeStamp
    const to = event.ts + 1000 * commitMs
    const sum = (isCounted: (name: string) => boolean) =>
      traceEvents
        .filter(one => one.ph === "X" && one.pid === event.pid && one.tid === event.tid && isCounted(one.name) && one.ts < to)
        .filter(one => one.ts + (one.dur ?? 0) > event.ts)
        .reduce((ms, one) => {
          // Of a task that goes on after the commit, or began before the input, the share that lies between them.
          const part = Math.min(one.ts + (one.dur ?? 0), to) - Math.max(one.ts, event.ts)
          return ms + ((one.tdur ?? one.dur ?? 0) * (one.dur ? part / one.dur : 1)) / 1000
        }, 0)
    return [{ ms: data.duration, cpuMs: sum(name => name === "RunTask"), renderingMs: sum(name => rendering.has(name)) }]
  })
  if (!measured.length) return undefined
  const most = (of: keyof (typeof measured)[number]) => Math.max(...measured.map(one => one[of]))
  return { ms: most("ms"), cpuMs: most("cpuMs"), renderingMs: most("renderingMs") }
}
