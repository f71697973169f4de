import { useSnapshot } from "valtio"
import { type AnnouncementDraft, statusOf } from "../../contract/announcements"
import { joinTexts } from "../../core/text/join-texts"
import { theme } from "../../state/theme"
import { CodeBadge, codeLabel, toneOf } from "../../ui/display/badge"
import { Picture } from "../../ui/display/pictures/picture"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"
import { kindLook, statusLook } from "./api"
import { BodyText } from "./body-text"

/** The announcement as employees see it on a phone. */
export const PhonePreview = ({
  draft,
}: {
  draft: Pick<AnnouncementDraft, "title" | "description" | "body" | "type" | "media" | "startDate">
}) => {
  const t = useT()
  const format = useFormat()
  const { name: company } = useSnapshot(theme)
  const picture = draft.media[0]?.url
  return (
    <section className="phone" aria-label={t("announcement.preview")}>
      <div className="phone__screen">
        {picture && <Picture className="phone__picture" url={picture} alt="" />}
        <p className="phone__kind" data-tone={toneOf(kindLook, draft.type)}>
          {codeLabel(kindLook, draft.type, t)}
        </p>
        <h3>{draft.title || t("announcement.untitled")}</h3>
        <p className="subtle small">{joinTexts(company, draft.startDate && format.date(draft.startDate))}</p>
        <p className="strong">{draft.description}</p>
        <BodyText body={draft.body} />
      </div>
    </section>
  )
}

/** The draft on a phone, with the status that it would have if it were saved now. */
export const Preview = ({ draft }: { draft: AnnouncementDraft }) => {
  const t = useT()
  const now = useNow()
  return (
    <>
      <div className="row row-between">
        <h2>{t("announcement.preview")}</h2>
        <CodeBadge {...statusLook} value={statusOf(draft, now)} />
      </div>
      <PhonePreview draft={draft} />
    </>
  )
}
