import { resourceUrl } from "../../state/config"
import { Picture } from "./picture"
/** Pictures in their order, the first one largest. */
export const Gallery = ({ images }: { images: { url: string; alt: string }[] }) => (
  <ul className="gallery">
    {images.map(image => (
      <li key={image.url}>
        <a href={resourceUrl(image.url)} target="_blank" rel="noreferrer">
          <Picture url={image.url} alt={image.alt} loading="lazy" />
        </a>
      </li>
    ))}
  </ul>
)
