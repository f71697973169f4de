import { useEffect, useState } from "react"
import { Spinner } from "./spinner"
import { useT } from "./use-t"

/** What stands in for a screen that is on its way: nothing for 150 ms, then a spinner. */
export const Waiting = ({ size = "lg" }: { size?: "lg" | "xl" }) => {
  const t = useT()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return <div className="waiting">{isLate && <Spinner size={size} label={t("ui.loading")} />}</div>
}
