import { useRef, useState } from "react"
import { errorMessage } from "../../../core/http/errors"
import { FieldError } from "../../../ui/controls/field"
import { Card } from "../../../ui/display/card"
import { Progress } from "../../../ui/display/progress"
import { FileZone } from "../../../ui/forms/file-zone"
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
  const dropped = useDroppedFiles(root, read)
  return (
    <Card title={t("bulk.file")}>
      <FileZone root={root} {...dropped} accept=".csv,.txt,.tsv,.xlsx" hint={t("bulk.fileRules")} onFiles={read} />
      {share !== undefined && <Progress value={share} label={t("bulk.reading")} />}
      <FieldError error={error} />
      <p className="muted">{t("bulk.ruleFields")}</p>
    </Card>
  )
}
