import { useState } from "react"
import { useLocation } from "wouter"
import { type MeaningChange, meaningChanges } from "../../../contract/surveys/changes"
import { type SurveyDraft, statuses, surveyOf } from "../../../contract/surveys/surveys"
import { randomId } from "../../../core/hashing/random-id"
import type { UpdateOptions } from "../../../core/http/calls"
import { KeyedError } from "../../../core/http/errors"
import type { Answer } from "../../../core/http/http"
import { isSameJson } from "../../../core/json"
import { loadDrafts, removeDraft } from "../../../state/drafts"
import { unsavedChanges } from "../../../state/instances"
import { offerUndo } from "../../../state/notifications"
import { useRecordPaths } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { addSurvey, updateSurvey } from "../api"
import { surveys } from "../resource"
import type { ChangeChoice, ChangeQuestion } from "./change-dialog"
import { copyOf } from "./question-list"

const { tag } = surveys

/**
 * Returns the save of a stored survey, and the question that it asks. Before changes that alter what its answers mean are saved, a question lists them; in its
 * stead a copy can be made, which becomes a draft and is opened (docs/console.md#changes-to-an-answered-survey).
 */
export const useGuardedSave = () => {
  const t = useT()
  const [, navigate] = useLocation()
  const paths = useRecordPaths()

  const [question, setQuestion] = useState<ChangeQuestion>()

  const ask = (changes: readonly MeaningChange[], answered: number): Promise<ChangeChoice> =>
    new Promise(resolve => {
      const answer = (choice: ChangeChoice) => {
        setQuestion(undefined)
        resolve(choice)
      }
      setQuestion({ changes, answered, answer })
    })

  const saveCopy = async (draft: SurveyDraft, stored: SurveyDraft, signal: AbortSignal | undefined) => {
    const title = draft.title === stored.title ? t("ui.copyOf", { title: draft.title }).slice(0, 200) : draft.title
    const copy = { ...draft, title, status: statuses.value("draft"), questions: draft.questions.map(copyOf) }
    const { value } = await addSurvey(copy, { idempotencyKey: randomId(), signal })
    const id = (value as { id?: string | number } | undefined)?.id
    return { title, id: id === undefined ? undefined : String(id) }
  }

  const save = async (id: string, draft: SurveyDraft, options: UpdateOptions): Promise<Answer> => {
    const stored = surveyOf(options.received ?? {})
    const answered = stored.responseCount ?? 0
    const changes = answered > 0 ? meaningChanges(stored.questions, draft.questions) : []
    const choice = changes.length > 0 ? await ask(changes, answered) : "save"
    if (choice === "save") return updateSurvey(id, draft, options)
    if (choice === "stay") throw new KeyedError("survey.changesKept")
    const copy = await saveCopy(draft, stored, options.signal)
    // The changes are in the copy: the form of the original has nothing left to keep.
    unsavedChanges.clear()
    for (const saved of loadDrafts(tag, id, draft, Date.now())) if (isSameJson(saved.draft, draft)) removeDraft(tag, id, saved.id)
    if (copy.id !== undefined) {
      offerUndo([], [tag], t("survey.copyMade"), { subject: copy.title, href: paths.view(copy.id) })
      navigate(paths.edit(copy.id))
    }
    throw new KeyedError("survey.copyMade")
  }
  return { save, question }
}
