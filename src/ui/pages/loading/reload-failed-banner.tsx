import { Banner } from "../../display/banner"
import { FailedCall } from "../../placeholders/failed-call"

/** Shown above data of the page that stays while its reload failed, with a retry. */
export const ReloadFailedBanner = (props: { title: string; error: unknown; onRetry: () => void }) => (
  <Banner rank="data">
    <FailedCall tone="warning" size="sm" {...props} />
  </Banner>
)
