import { type AnnouncementDraft, kinds, kindTones } from "../../contract/announcements"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { BodyText } from "./body-text"

/** The announcement as an employee meets it on a phone. */
export const PhonePreview = ({
  draft,
  from,
}: {
  draft: Pick<AnnouncementDraft, "title" | "description" | "body" | "type" | "media" | "startDate">
  from?: string
}) => {
  const t = useT()
  const format = useFormat()
  const kind = kinds.name(draft.type)
  const picture = draft.media[0]?.url
  return (
    <section className="phone" aria-label={t("announcement.preview")}>
      <div className="phone__screen">
        {picture && <img className="phone__picture" src={picture} alt="" />}
        <p className="phone__kind" data-tone={kind ? kindTones[kind] : "neutral"}>
          {kind ? t(`announcement.kind.${kind}`) : t("ui.unknown")}
        </p>
        <h3>{draft.title || t("announcement.untitled")}</h3>
        <p className="subtle small">{[from, draft.startDate && format.date(draft.startDate)].filter(Boolean).join(" · ")}</p>
        <p className="b">{draft.description}</p>
        <BodyText body={draft.body} />
      </div>
    </section>
  )
}
