import { proxy, ref } from "valtio"
import type { MeaningChange } from "../../../contract/surveys/changes"

/** What is done with changes that alter what given answers mean. */
type ChangeChoice = "save" | "copy" | "stay"

type Pending = { changes: readonly MeaningChange[]; answered: number; answer: (choice: ChangeChoice) => void }

/** The question that is open; the form shows it. */
export const changeQuestion = proxy<{ pending: Pending | undefined }>({ pending: undefined })

/** Asks what to do with changes of an answered survey. A question that is already open is answered with `stay`. */
export const askAboutChanges = (changes: readonly MeaningChange[], answered: number): Promise<ChangeChoice> => {
  changeQuestion.pending?.answer("stay")
  return new Promise(resolve => {
    changeQuestion.pending = ref({
      changes,
      answered,
      answer: (choice: ChangeChoice) => {
        changeQuestion.pending = undefined
        resolve(choice)
      },
    })
  })
}
