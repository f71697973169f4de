import { dash } from "../../core/text/format"
import { joinTexts } from "../../core/text/join-texts"
import { type Owned, useRecordPaths } from "../hooks/screen-context"
import { Link } from "./link"
import { OwnerMark } from "./owner-mark"
import { Thumb } from "./pictures/avatar"
import { Identity } from "./pictures/identity"

/** The cell that names a record: picture, title as a link, its owner if it is another one, and a note of non-empty parts. */
export const RecordCell = (props: { id: string; image?: string; title: string; note: string[]; owner: Owned }) => {
  const paths = useRecordPaths()
  const note = joinTexts(...props.note)
  // Components without state are called: lists have many of them.
  return Identity({
    picture: <Thumb url={props.image} name={props.title} />,
    note: (
      <>
        <OwnerMark record={props.owner} />
        {note}
      </>
    ),
    children: Link({ href: paths.view(props.id), title: props.title, children: props.title || dash }),
  })
}
