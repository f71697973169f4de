import { useState } from "react"
import type { SurveyDraft } from "../../../contract/surveys/surveys"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import type { Form } from "../../../ui/forms/use-form"
import { useT } from "../../../ui/hooks/use-t"
import { download, fileNameOf } from "../../../ui/lists/csv-file"
import { Menu } from "../../../ui/overlays/menu"
import { ImportDialog } from "./import-dialog"
import { PreviewDialog } from "./preview"
import { type SurveyFile, writeSurveyFile } from "./survey-file"

/** What an import replaced, until something is changed. */
type Imported = { count: number; before: Partial<SurveyDraft>; after: Partial<SurveyDraft> }

/** Preview, and the survey as a file. */
export const QuestionTools = ({ form }: { form: Form<SurveyDraft> }) => {
  const t = useT()
  const [shown, setShown] = useState<"preview" | "import">()
  const [imported, setImported] = useState<Imported>()
  const { draft } = form
  const close = () => setShown(undefined)

  const importFile = (file: SurveyFile, how: "append" | "replace") => {
    const { title, description, type, questions } = form.latest()
    const after = how === "replace" ? file : { questions: [...questions, ...file.questions] }
    setImported({ count: file.questions.length, before: { title, description, type, questions }, after })
    form.change(after)
  }
  const canUndo =
    imported && (Object.keys(imported.after) as (keyof SurveyDraft)[]).every(key => imported.after[key] === draft[key])
  return (
    <>
      <span className="row">
        <Button size="sm" icon="eye" disabled={draft.questions.length === 0} onClick={() => setShown("preview")}>
          {t("survey.previewOpen")}
        </Button>
        <Menu
          label={t("survey.fileMenu")}
          items={[
            { label: t("survey.import"), icon: "upload", run: () => setShown("import") },
            draft.questions.length > 0
              ? {
                  label: t("survey.export"),
                  icon: "download",
                  run: () =>
                    download(
                      new Blob([writeSurveyFile(draft)], { type: "application/json" }),
                      fileNameOf(draft.title || t("survey.one"), "json"),
                    ),
                }
              : { label: t("survey.export"), icon: "download", reason: t("survey.exportNone") },
          ]}
        />
      </span>
      {canUndo && (
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
      {shown === "preview" && <PreviewDialog draft={draft} onClose={close} />}
      {shown === "import" && <ImportDialog count={draft.questions.length} onImport={importFile} onClose={close} />}
    </>
  )
}
