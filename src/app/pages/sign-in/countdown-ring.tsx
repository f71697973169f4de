import { useT } from "../../../ui/hooks/use-t"

const twoDigits = (value: number) => String(value).padStart(2, "0")

/** Remaining seconds at which screen readers announce the countdown (docs/console.md#countdown-and-resend). */
const announcedSeconds = [60, 30, 10, 0]

/** Countdown of a code. @param secondsLeft until the code expires; @param totalSeconds length of the countdown */
export const CountdownRing = ({ secondsLeft, totalSeconds }: { secondsLeft: number; totalSeconds: number }) => {
  const t = useT()
  const announced = announcedSeconds.findLast(seconds => secondsLeft <= seconds)
  return (
    <div>
      <div className="countdown-ring" role="timer" aria-label={t("auth.remaining")}>
        <svg viewBox="0 0 96 96" aria-hidden="true">
          <circle cx="48" cy="48" r="44" />
          <circle
            cx="48"
            cy="48"
            r="44"
            pathLength="100"
            strokeDasharray={`${totalSeconds ? (secondsLeft / totalSeconds) * 100 : 0} 100`}
          />
        </svg>
        <b>
          {Math.floor(secondsLeft / 60)}:{twoDigits(secondsLeft % 60)}
        </b>
      </div>
      <p className="sr-only" aria-live="polite">
        {announced === undefined ? "" : announced === 0 ? t("auth.codeOver") : t("auth.secondsLeft", { count: announced })}
      </p>
    </div>
  )
}
