import { useT } from "../hooks/use-t"

/** The steps of a task in an order. @param current index of the step that is being done */
export const Stepper = ({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) => {
  const t = useT()
  return (
    <ol className="stepper" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} data-done={index < current || undefined} aria-current={index === current ? "step" : undefined}>
          <span>{step}</span>
          {index < current && <span className="sr-only">{t("ui.stepDone")}</span>}
        </li>
      ))}
    </ol>
  )
}
