import { useScreenContext } from "../pages/screen-context"
import { Thumb } from "./avatar"
import { Identity } from "./identity"
import { Link } from "./link"

/** A table row's main cell: picture, linked title, and a quiet line of what it belongs to. */
export const RecordCell = (props: {
  row: { id: string }
  image?: string
  title: string
  note?: (string | null | undefined)[]
}) => {
  const { base } = useScreenContext()
  const note = props.note?.filter(Boolean).join(" · ")
  return (
    <Identity picture={<Thumb url={props.image} name={props.title} />} note={note}>
      <Link href={`${base}/${props.row.id}`}>{props.title || "–"}</Link>
    </Identity>
  )
}
