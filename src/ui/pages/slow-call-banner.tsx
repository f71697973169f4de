import { Banner } from "../display/banner"
import { SlowCallAlert, useSlowCall } from "../display/slow-call-notice"

/** Shown for a call of the page that is pending for more than 8 s. */
export const SlowCallBanner = ({ isPending, onCancel }: { isPending: boolean; onCancel: () => void }) =>
  useSlowCall(isPending) && (
    <Banner rank="pending">
      <SlowCallAlert onCancel={onCancel} />
    </Banner>
  )
