import { useState, useSyncExternalStore } from "react"
import type { SurveyDraft } from "../../../contract/surveys/surveys"
import type { FormSession } from "../../../core/form/session"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useObservable } from "../../../ui/forms/bound"
import { useT } from "../../../ui/hooks/use-t"
import { download, fileNameOf } from "../../../ui/lists/csv-file"
import { Menu } from "../../../ui/overlays/menu"
import { ImportDialog } from "./import-dialog"
import { PreviewDialog } from "./preview"
import { type SurveyFile, writeSurveyFile } from "./survey-file"

/** What an import replaced, until something is changed. */
type Imported = { count: number; before: Partial<SurveyDraft>; after: Partial<SurveyDraft> }

/** Whether an import can be taken back: nothing that it brought was changed. */
const useImportUndo = ({ get, whole }: FormSession<SurveyDraft>, imported: Imported | undefined) => {
  const isUnchanged = () =>
    imported !== undefined &&
    (Object.keys(imported.after) as (keyof SurveyDraft)[]).every(name => imported.after[name] === get()[name])
  return useSyncExternalStore(whole.subscribe, isUnchanged)
}

/** Preview, and the survey as a file. */
export const QuestionTools = ({ form }: { form: FormSession<SurveyDraft> }) => {
  const t = useT()
  const [shown, setShown] = useState<"preview" | "import">()
  const [imported, setImported] = useState<Imported>()
  const isEmpty = useObservable(form.list("questions")).keys.length === 0
  const canUndo = useImportUndo(form, imported)
  const close = () => setShown(undefined)

  const importFile = (file: SurveyFile, how: "append" | "replace") => {
    const { title, description, type, questions } = form.get()
    const after = how === "replace" ? file : { questions: [...questions, ...file.questions] }
    setImported({ count: file.questions.length, before: { title, description, type, questions }, after })
    form.change(after)
  }
  const exportFile = () => {
    const draft = form.get()
    download(new Blob([writeSurveyFile(draft)], { type: "application/json" }), fileNameOf(draft.title || t("survey.one"), "json"))
  }
  return (
    <>
      <span className="row">
        <Button size="sm" icon="eye" disabled={isEmpty} onClick={() => setShown("preview")}>
          {t("survey.previewOpen")}
        </Button>
        <Menu
          label={t("survey.fileMenu")}
          items={[
            { label: t("survey.import"), icon: "upload", run: () => setShown("import") },
            isEmpty
              ? { label: t("survey.export"), icon: "download", reason: t("survey.exportNone") }
              : { label: t("survey.export"), icon: "download", run: exportFile },
          ]}
        />
      </span>
      {imported && canUndo && (
        <Alert
          tone="success"
          title={t("survey.imported", { count: imported.count })}
          actions={
            <Button
              size="sm"
              icon="history"
              onClick={() => {
                document.getElementById("questions")?.focus()
                form.change(imported.before)
                setImported(undefined)
              }}
            >
              {t("ui.undo")}
            </Button>
          }
        />
      )}
      {shown === "preview" && <PreviewDialog draft={form.get()} onClose={close} />}
      {shown === "import" && <ImportDialog count={form.get().questions.length} onImport={importFile} onClose={close} />}
    </>
  )
}
