import { useContext } from "react"
import { MadeByNotice } from "../generation/made-by-notice"
import type { MadeBy } from "../generation/prompt"
import { GenerationContext } from "./survey-context"

/** Names what made the content of a form (docs/contract.md#ai-content). */
export const Notice = ({ made: { madeBy, reason } }: { made: MadeBy }) => (
  <MadeByNotice madeBy={madeBy} reason={reason} onRetry={useContext(GenerationContext).retry} />
)
