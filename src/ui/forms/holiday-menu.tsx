import { toInstant } from "../../core/dates/dates"
import type { Part } from "../../core/form/parts"
import { config } from "../../state/config"
import { Icon } from "../display/icons/icon"
import { useComingHolidays } from "../hooks/use-coming-holidays"
import { useT } from "../hooks/use-t"
import { Menu } from "../overlays/menu"

type Period = { startDate: string; endDate: string }

/** A menu of the coming feasts and holidays, which sets the start and the end of a record. */
export const HolidayMenu = ({ form }: { form: Pick<Part<Period>, "change"> }) => {
  const t = useT()
  const holidays = useComingHolidays()
  const choose = (from: string, to: string) =>
    form.change({
      startDate: toInstant(from, "00:00", config.timeZone),
      endDate: toInstant(to, "23:59", config.timeZone),
    })
  return (
    <div>
      <Menu
        label={t("ui.holidays")}
        className="btn btn--sm"
        content={
          <>
            <Icon name="calendar" size="sm" />
            {t("ui.holidays")}
          </>
        }
        items={holidays.map(({ label, from, to }) => ({ label, run: () => choose(from, to) }))}
      />
    </div>
  )
}
