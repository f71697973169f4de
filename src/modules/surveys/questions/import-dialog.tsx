import { useRef, useState } from "react"
import { maxQuestions } from "../../../contract/surveys/surveys"
import type { Message } from "../../../core/rules"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { FileZone } from "../../../ui/forms/file-zone"
import { messageText } from "../../../ui/forms/message-text"
import { useDroppedFiles } from "../../../ui/forms/use-dropped-files"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { maxFileSize, readSurveyFile, type SurveyFile } from "./survey-file"

/** Number of questions that the dialog lists. */
const maxListed = 5

/** Takes the questions of a file over, behind those of the form or in their place (docs/console.md#surveys-as-files). */
export const ImportDialog = (props: {
  /** Number of questions in the form. */
  count: number
  onImport: (file: SurveyFile, how: "append" | "replace") => void
  onClose: () => void
}) => {
  const t = useT()
  const { count, onImport, onClose } = props
  const [found, setFound] = useState<{ name: string; survey: SurveyFile }>()
  const [problem, setProblem] = useState<Message>()
  const zoneRoot = useRef<HTMLLabelElement>(null)

  const read = async ([file]: File[]) => {
    if (!file) return
    setFound(undefined)
    if (file.size > maxFileSize) return setProblem("survey.file.tooLarge")
    const result = await file.text().then(readSurveyFile, () => ({ problem: "ui.fileUnreadable" as const }))
    setProblem("problem" in result ? result.problem : undefined)
    if ("survey" in result) setFound({ name: file.name, survey: result.survey })
  }
  const dropped = useDroppedFiles(zoneRoot, read)
  const questions = found?.survey.questions ?? []
  const fitsLimit = count + questions.length <= maxQuestions
  const importAs = (how: "append" | "replace") => () => {
    if (found) onImport(found.survey, how)
    onClose()
  }
  return (
    <Dialog title={t("survey.import")} text={t("survey.import.text")} onClose={onClose}>
      <div className="dialog__body">
        <FileZone
          root={zoneRoot}
          {...dropped}
          accept=".json,application/json"
          hint={t("survey.import.hint")}
          hasFocus
          onFiles={read}
        />
        {problem && <Alert tone="danger" title={t("survey.import.refused")} text={messageText(problem, t)} />}
        {found && (
          <div role="status">
            <p className="strong">{t("survey.import.found", { count: questions.length, name: found.name })}</p>
            <ol className="muted">
              {questions.slice(0, maxListed).map(({ text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: questions of a file have no identity but their position
                <li key={index}>{text.trim() || t("survey.questionUntitled")}</li>
              ))}
            </ol>
            {questions.length > maxListed && (
              <p className="subtle">{t("survey.import.more", { count: questions.length - maxListed })}</p>
            )}
            <p className="hint">
              {fitsLimit ? t("survey.import.replaces") : t("survey.import.noRoom", { count, max: maxQuestions })}
            </p>
          </div>
        )}
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button disabled={!found} onClick={importAs("replace")}>
          {t("survey.import.replace")}
        </Button>
        <Button tone="primary" disabled={!found || !fitsLimit} onClick={importAs("append")}>
          {t("survey.import.append")}
        </Button>
      </div>
    </Dialog>
  )
}
