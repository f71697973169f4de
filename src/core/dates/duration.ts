const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const

/**
 * Returns a length of time in its largest unit, days, hours or minutes, rounded down: "2 days", "3 saat"; at least a minute.
 * @param ms its absolute value counts
 */
export const formatDuration = (ms: number, language: string): string => {
  const length = Math.max(Math.abs(ms), 60_000)
  const [unit, size] = units.find(([, size]) => length >= size) ?? units[2]
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.floor(length / size))
}
