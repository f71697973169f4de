import { useT } from "../../ui/hooks/use-t"

const two = (value: number) => String(value).padStart(2, "0")

/** Moments at which the remainder is spoken: not every second (design, Accessibility). */
const spoken = [60, 30, 10, 0]

/** @param left seconds that the code is still valid; @param of the countdown's whole length in seconds */
export const CountdownRing = ({ left, of }: { left: number; of: number }) => {
  const t = useT()
  const said = spoken.findLast(mark => left <= mark)
  return (
    <div>
      <div className="countdown-ring" role="timer" aria-label={t("auth.remaining")}>
        <svg viewBox="0 0 96 96" aria-hidden="true">
          <circle cx="48" cy="48" r="44" />
          <circle cx="48" cy="48" r="44" pathLength="100" strokeDasharray={`${of ? (left / of) * 100 : 0} 100`} />
        </svg>
        <b>
          {Math.floor(left / 60)}:{two(left % 60)}
        </b>
      </div>
      <p className="sr-only" aria-live="polite">
        {said === undefined ? "" : said === 0 ? t("auth.codeOver") : t("auth.secondsLeft", { count: said })}
      </p>
    </div>
  )
}
