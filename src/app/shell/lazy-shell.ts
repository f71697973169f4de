import { loadStyle } from "../../ui/pages/loading/chunk"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"

/** The frame of the signed-in console. */
export const Shell = lazyScreen(
  () => Promise.all([import("./shell"), loadStyle()]),
  ([module]) => module.Shell,
  ([module]) => module.prefetch(),
)
