import { useT } from "../../ui/hooks/use-t"
import type { useTexts } from "../../ui/hooks/use-texts"
import { FailedCall } from "../../ui/placeholders/failed-call"

/** Shown on a public page whose texts could not be loaded. */
export const TextsFailed = ({ error, loading, reload }: Pick<ReturnType<typeof useTexts>, "error" | "loading" | "reload">) => {
  const t = useT()
  return <FailedCall title={t("auth.textFailed")} error={error} failure="error.network" isBusy={loading} onRetry={reload} />
}
