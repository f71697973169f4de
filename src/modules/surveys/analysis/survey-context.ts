import { createContext, useContext } from "react"
import type { Named, Survey } from "../../../contract/surveys/surveys"

export const SurveyContext = createContext<Named<Survey> | undefined>(undefined)

/** The generation that the screen runs: at most one at a time. */
export const GenerationContext = createContext<{ retry: () => void }>({ retry: () => {} })

/** Returns the survey of the screen. @throws outside of it */
export const useSurvey = (): Named<Survey> => {
  const survey = useContext(SurveyContext)
  if (!survey) throw new Error("There is no survey.")
  return survey
}
