import type { ComponentProps, ReactNode } from "react"
import { Card } from "../../display/card"
import { Facts } from "../../display/facts"
import { ownerName } from "../../display/owner-mark"
import { Picture } from "../../display/pictures/picture"
import type { Owned } from "../../hooks/screen-context"
import { useFormat } from "../../hooks/use-format"
import { useT } from "../../hooks/use-t"

/** The two columns of a record's page; below 1024 px the second follows the first. */
export const RecordLayout = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className="cols">
    <div className="stack">{children}</div>
    <aside className="stack">{aside}</aside>
  </div>
)

/** A long text in a card. @param placeholder shown for an empty text */
export const TextCard = ({ title, text, placeholder }: { title: string; text: string; placeholder?: string }) => (
  <Card title={title}>
    <p className={text ? "prose" : "subtle"}>{text || placeholder}</p>
  </Card>
)

/** Facts of a record, after its owner and followed by its dates of creation and last change. @param picture shown above the facts */
export const DetailsCard = ({
  record,
  picture,
  items,
}: ComponentProps<typeof Facts> & {
  record: Owned & { createdDate: string | null; updatedDate: string | null }
  picture?: { url: string; alt: string }
}) => {
  const t = useT()
  const format = useFormat()
  const owner = ownerName(record, t)
  return (
    <Card title={t("ui.details")}>
      {picture?.url && <Picture className="thumb" {...picture} />}
      <Facts
        items={[
          owner && [t("ui.owner"), owner],
          ...items,
          [t("ui.createdAt"), format.dateTime(record.createdDate)],
          [t("ui.updatedAt"), format.dateTime(record.updatedDate)],
        ]}
      />
    </Card>
  )
}
