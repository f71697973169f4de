import { useRef } from "react"
import { Card } from "../../../ui/display/card"
import { Icon } from "../../../ui/display/icon"
import { useDroppedFiles } from "../../../ui/forms/use-dropped-files"
import { useT } from "../../../ui/hooks/use-t"

/** Choosing, dropping or pasting a proof file. @param isFirst whether no proof was read yet */
export const FilePicker = ({ onFile, isFirst }: { onFile: (file: File) => void; isFirst: boolean }) => {
  const t = useT()
  const root = useRef<HTMLLabelElement>(null)
  const { isOver, zone } = useDroppedFiles(root, ([file]) => file && onFile(file))
  return (
    <section className="proof__file">
      <Card title={t(isFirst ? "proof.file" : "proof.otherFile")}>
        <p className="muted">{t("proof.fileText")}</p>
        <label className="uploader" data-over={isOver || undefined} data-files ref={root} {...zone}>
          <Icon name="file" size="lg" />
          <span>
            <span className="link">{t("ui.chooseFile", { count: 1 })}</span> {t("ui.orDrop", { count: 1 })}
          </span>
          <input
            type="file"
            accept=".json,application/json"
            onChange={event => {
              const [file] = event.target.files ?? []
              if (file) onFile(file)
              event.target.value = ""
            }}
          />
        </label>
      </Card>
    </section>
  )
}
