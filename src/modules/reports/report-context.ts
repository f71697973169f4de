import { reportModules } from "../../contract/reports"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { sources } from "./sources"

/** The root of the role's pages, and the modules with reports whose lists the person may open. */
export const useReportModules = () => {
  const { root, mayOpen } = useScreenContext()
  return { root, modules: reportModules.filter(module => mayOpen(sources[module].paths[root])) }
}
