import { useRef, useState } from "react"
import { errorMessage } from "../../../core/errors"
import { Card } from "../../../ui/display/card"
import { Icon } from "../../../ui/display/icon"
import { Progress } from "../../../ui/display/progress"
import { FieldError } from "../../../ui/forms/field"
import { useDroppedFiles } from "../../../ui/forms/use-dropped-files"
import { useT } from "../../../ui/hooks/use-t"

/** Choosing or dropping a file, which is read at once. */
export const FileStep = ({
  onFile,
}: {
  onFile: (file: File, options: { onProgress: (share: number) => void }) => Promise<void>
}) => {
  const t = useT()
  const root = useRef<HTMLLabelElement>(null)
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()

  const read = async ([file]: File[]) => {
    if (!file || share !== undefined) return
    setError(undefined)
    setShare(0)
    await onFile(file, { onProgress: setShare }).catch(failure => setError(errorMessage(failure, "bulk.readFailed", t)))
    setShare(undefined)
  }
  const { isOver, zone } = useDroppedFiles(root, read)
  return (
    <Card title={t("bulk.file")}>
      <label className="uploader" data-over={isOver || undefined} data-files ref={root} {...zone}>
        <Icon name="file" size="lg" />
        <span>
          <span className="link">{t("ui.chooseFile", { count: 1 })}</span> {t("ui.orDrop", { count: 1 })}
        </span>
        <span className="hint">{t("bulk.fileRules")}</span>
        <input
          type="file"
          accept=".csv,.txt,.tsv,.xlsx"
          onChange={event => {
            read([...(event.target.files ?? [])])
            event.target.value = ""
          }}
        />
      </label>
      {share !== undefined && <Progress value={share} label={t("bulk.reading")} />}
      <div role="alert">
        <FieldError error={error} />
      </div>
      <p className="muted">{t("bulk.ruleFields")}</p>
    </Card>
  )
}
