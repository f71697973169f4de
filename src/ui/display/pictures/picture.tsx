import type { ImgHTMLAttributes } from "react"
import { resourceUrl } from "../../../state/config"

/** A picture of a record or company. @param url as in the record; relative URLs are resolved against the API */
export const Picture = ({
  url,
  alt,
  ...rest
}: { url: string; alt: string } & Omit<ImgHTMLAttributes<HTMLImageElement>, "src">) => (
  <img {...rest} src={resourceUrl(url)} alt={alt} />
)
