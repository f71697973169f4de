import type { SurveyDraft } from "../../contract/surveys/surveys"
import type { AsideProps } from "../../ui/pages/form/form-frame"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { Preview } from "./questions/preview"

/** A chunk of its own: only some surveys are generated. */
const GenerationPanel = lazyScreen(
  () => import("./generation/generation-panel"),
  panel => panel.GenerationPanel,
)

/** Beside the form: suggestions of questions, which are added to the draft, and the survey as employees see it. */
export const Aside = ({ draft, form }: AsideProps<SurveyDraft>) => (
  <>
    <GenerationPanel
      hasTitle={draft.title.trim() !== ""}
      onAccept={(questions, { title, description }) =>
        form.change({
          ...(questions.length > 0 && { questions: [...form.latest().questions, ...questions] }),
          ...(title && { title }),
          ...(description && { description }),
        })
      }
    />
    <Preview draft={draft} />
  </>
)
