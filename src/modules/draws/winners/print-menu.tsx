import { useState } from "react"
import { type Draw, statuses } from "../../../contract/draws/draws"
import { notifySuccess } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useFormat } from "../../../ui/hooks/use-format"
import { useNow } from "../../../ui/hooks/use-now"
import { useT } from "../../../ui/hooks/use-t"
import { Menu } from "../../../ui/overlays/menu"
import { Presentation } from "../presentation/presentation"
import { Minutes } from "./minutes"
import { downloadWinners } from "./winners-file"

/** Opens the presentation of a draw, and downloads or prints its winners and minutes. */
export const PrintMenu = ({ record: draw }: { record: Draw }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow(5_000)
  const { may, mayChange } = useScreenContext()
  const [open, setOpen] = useState<"presentation" | "minutes" | "maskedMinutes">()
  const close = () => setOpen(undefined)
  const status = statuses.name(draw.status)
  const canRun = status === "closed" && now >= Date.parse(draw.drawDate) && may("run") && mayChange(draw)
  const save = (isMasked: boolean) => {
    downloadWinners(draw, isMasked, { t, format })
    notifySuccess(t("ui.exported", { count: draw.winners.length }))
  }
  if (status !== "closed" && status !== "drawn") return null
  return (
    <>
      <Button icon="laptop" onClick={() => setOpen("presentation")}>
        {t("presentation.open")}
      </Button>
      {draw.winners.length > 0 && may("export") && (
        <Menu
          label={t("drawFile.menu")}
          icon="download"
          className="btn"
          items={[
            { label: t("drawFile.full"), icon: "download", run: () => save(false) },
            { label: t("drawFile.masked"), icon: "download", run: () => save(true) },
            { separator: true },
            { label: t("minutes.print"), icon: "print", run: () => setOpen("minutes") },
            { label: t("minutes.printMasked"), icon: "print", run: () => setOpen("maskedMinutes") },
          ]}
        />
      )}
      {open === "presentation" && <Presentation draw={draw} canRun={canRun} onClose={close} />}
      {(open === "minutes" || open === "maskedMinutes") && (
        <Minutes draw={draw} isMasked={open === "maskedMinutes"} onDone={close} />
      )}
    </>
  )
}
