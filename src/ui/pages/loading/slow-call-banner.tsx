import type { Read } from "../../../core/http/query"
import { Banner } from "../../display/banner"
import { useQuery } from "../../hooks/use-query"
import { SlowCallAlert, useSlowCall } from "../../placeholders/slow-call-notice"

/** Shown for a call of the page that is pending for more than 8 s. */
export const SlowCallBanner = ({ isPending, onCancel }: { isPending: boolean; onCancel: () => void }) =>
  useSlowCall(isPending) && (
    <Banner rank="pending">
      <SlowCallAlert onCancel={onCancel} />
    </Banner>
  )

/** The same for a cached read, so that the page is not rendered again when a reload begins. */
export const SlowQueryBanner = <A, T>({ read, args }: { read: Read<A, T>; args: A }) => {
  const { loading, cancel } = useQuery(read, args)
  return <SlowCallBanner isPending={loading} onCancel={cancel} />
}
