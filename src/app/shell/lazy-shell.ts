import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { withStyle, withTexts } from "../../ui/pages/loading/with-texts"

/** The frame of the signed-in console. */
export const Shell = lazyScreen(
  withStyle(withTexts("common", () => import("./shell"))),
  module => module.Shell,
  module => module.prefetch,
)
