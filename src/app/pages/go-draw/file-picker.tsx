import { useRef } from "react"
import { Card } from "../../../ui/display/card"
import { FileZone } from "../../../ui/forms/file-zone"
import { useDroppedFiles } from "../../../ui/forms/use-dropped-files"
import { useT } from "../../../ui/hooks/use-t"

/** Choosing, dropping or pasting a proof file. @param isFirst whether no proof was read yet */
export const FilePicker = ({ onFile, isFirst }: { onFile: (file: File) => void; isFirst: boolean }) => {
  const t = useT()
  const root = useRef<HTMLLabelElement>(null)
  const read = ([file]: File[]) => file && onFile(file)
  const dropped = useDroppedFiles(root, read)
  return (
    <section className="proof__file">
      <Card title={t(isFirst ? "proof.file" : "proof.otherFile")}>
        <p className="muted">{t("proof.fileText")}</p>
        <FileZone root={root} {...dropped} accept=".json,application/json" onFiles={read} />
      </Card>
    </section>
  )
}
