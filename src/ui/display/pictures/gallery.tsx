import { resourceUrl } from "../../../state/config"
import { useT } from "../../hooks/use-t"
import { Picture } from "./picture"

/** Pictures of a record in their order, the first one largest. Without `alt`, a picture is named by the title and its number. */
export const Gallery = ({ title, media }: { title: string; media: readonly { url: string; alt?: string }[] }) => {
  const t = useT()
  return (
    <ul className="gallery">
      {media.map(({ url, alt }, index) => (
        <li key={url}>
          <a href={resourceUrl(url)} target="_blank" rel="noreferrer">
            <Picture url={url} alt={alt ?? t("ui.imageOf", { title, number: index + 1 })} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}
