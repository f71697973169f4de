import { Button } from "../../../ui/controls/button"
import { useT } from "../../../ui/hooks/use-t"
import { download, fileNameOf } from "../../../ui/lists/csv-file"

/** The page of a draw's proof. */
export const proofPath = (drawId: string) => `/go/draw/${encodeURIComponent(drawId)}`

type Props = { file: Uint8Array; label: string; name: string }

/** Saves the file that was checked, byte for byte, or prints the page. */
export const FileActions = ({ file, label, name }: Props) => {
  const t = useT()
  const save = () => download(new Blob([file as Uint8Array<ArrayBuffer>], { type: "application/json" }), fileNameOf(name, "json"))
  return (
    <div className="button-row proof__screen">
      <Button icon="download" onClick={save}>
        {label}
      </Button>
      <Button icon="print" onClick={() => print()}>
        {t("proof.print")}
      </Button>
    </div>
  )
}
