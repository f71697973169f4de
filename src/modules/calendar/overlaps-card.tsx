import { memo, useState } from "react"
import type { CalendarEntry } from "../../contract/calendar"
import type { Key } from "../../core/text/i18n"
import { joinTexts } from "../../core/text/join-texts"
import { Button } from "../../ui/controls/button"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Link } from "../../ui/display/link"
import { ownerName } from "../../ui/display/owner-mark"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { kinds, pathsOf } from "./kinds"
import type { Overlap } from "./overlaps"
import { periodText } from "./texts"

/** Overlaps that are listed at first. */
const shortLength = 4

const Side = ({ entry }: { entry: CalendarEntry }) => {
  const t = useT()
  const format = useFormat()
  const { base } = useScreenContext()
  return (
    <span>
      <Link href={pathsOf(entry, base).view}>{entry.title}</Link> <small className="muted">{periodText(entry, t, format)}</small>{" "}
      <CodeBadge {...kinds[entry.kind].status} value={entry.status} />
    </span>
  )
}

/** Campaigns of one company, or of the platform and a company, that run on the same days with the same partner or category. */
export const OverlapsCard = memo(function OverlapsCard({ overlaps }: { overlaps: readonly Overlap[] }) {
  const t = useT()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? overlaps : overlaps.slice(0, shortLength)
  const names: Record<Overlap["by"][number], [label: Key, name: "brandName" | "categoryName"]> = {
    brandId: ["campaign.brandId", "brandName"],
    categoryId: ["campaign.categoryId", "categoryName"],
  }
  return (
    <Card title={t("calendar.overlaps")} note={t("calendar.overlapCount", { count: overlaps.length })}>
      <p className="muted">{t("calendar.overlapsText")}</p>
      <ul className="schedule-overlaps">
        {shown.map(({ key, first, second, by, from, to, days }) => (
          <li key={key}>
            <p>
              <b>{joinTexts(...by.map(member => `${t(names[member][0])}: ${first[names[member][1]]}`))}</b>
              <span className="badge" data-tone="warning">
                {t("calendar.overlapDays", { count: days })}
              </span>
              <small className="muted">
                {joinTexts(format.period(from, to), ...new Set([first, second].map(entry => ownerName(entry, t))))}
              </small>
            </p>
            <Side entry={first} />
            <Side entry={second} />
          </li>
        ))}
      </ul>
      {overlaps.length > shown.length && (
        <div className="row">
          <Button size="sm" onClick={() => setOpen(true)}>
            {t("calendar.overlapsAll", { count: overlaps.length })}
          </Button>
        </div>
      )}
    </Card>
  )
})
