import type { SurveyDraft } from "../../contract/surveys/surveys"
import type { AsideProps } from "../../ui/pages/form/form-screen"
import { GenerationPanel } from "./generation/generation-panel"
import { Preview } from "./questions/preview"

/** Beside the form: suggestions of questions, which are added to the draft, and the survey as employees see it. */
export const Aside = ({ draft, form }: AsideProps<SurveyDraft>) => (
  <>
    <GenerationPanel
      hasTitle={draft.title.trim() !== ""}
      onAccept={(questions, { title, description }) =>
        form.change({
          ...(questions.length > 0 && { questions: [...form.get().questions, ...questions] }),
          ...(title && { title }),
          ...(description && { description }),
        })
      }
    />
    <Preview draft={draft} />
  </>
)
