import type { ImgHTMLAttributes } from "react"
import { resourceUrl } from "../../state/config"

/** A picture of a record or of a company. @param url as the record has it: a relative address belongs to the API */
export const Picture = ({
  url,
  alt,
  ...rest
}: { url: string; alt: string } & Omit<ImgHTMLAttributes<HTMLImageElement>, "src">) => (
  <img {...rest} src={resourceUrl(url)} alt={alt} />
)
