import { type ReportModule, reportModules } from "../../contract/reports"
import { config } from "../../state/config"
import { useScreenContext } from "../../ui/pages/screen-context"
import { sources } from "./sources"

/** Feedback that is kept on the page is in no report (docs/contract.md#feedback-source). */
const isReported = (module: ReportModule) => module !== "feedback" || config.feedback === "api"

/** The root of the role's pages, and the modules with reports whose lists the person may open. */
export const useReportModules = () => {
  const { base, mayOpen } = useScreenContext()
  const root = base.startsWith("/admin") ? ("/admin" as const) : ("/user" as const)
  return { root, modules: reportModules.filter(module => isReported(module) && mayOpen(sources[module].paths[root])) }
}
