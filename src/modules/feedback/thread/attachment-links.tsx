import type { Attachment } from "../../../contract/feedback"
import { resourceUrl } from "../../../state/config"
import { Icon } from "../../../ui/display/icons/icon"
import { Picture } from "../../../ui/display/pictures/picture"
import { useFormat } from "../../../ui/hooks/use-format"

export type Attached = Pick<Attachment, "name" | "url"> & { size?: number }

const isPicture = ({ name, url }: Attached) =>
  [name, url].some(text => /\.(?:png|jpe?g|webp|gif)$/i.test(text.split(/[?#]/)[0] ?? ""))

/** Whether an address is one of http or https, or of a file that the page itself keeps. */
const isLink = (url: string) => {
  const address = resourceUrl(url)
  return url !== "" && URL.canParse(address, location.href) && /^(?:https?|blob):$/.test(new URL(address, location.href).protocol)
}

export const fileName = ({ name, url }: Attached) => name || url.slice(url.lastIndexOf("/") + 1)

/** A file as a link in a new tab, with its size; a picture with a preview. An address that is no http(s) URL is shown as text. */
export const AttachmentLink = ({ file }: { file: Attached }) => {
  const format = useFormat()
  const isSafe = isLink(file.url)
  const content = (
    <>
      {isSafe && isPicture(file) ? <Picture url={file.url} alt="" loading="lazy" /> : <Icon name="file" size="sm" />}
      <span className="truncate">{fileName(file)}</span>
      {Number(file.size) > 0 && <small className="nowrap">{format.fileSize(Number(file.size))}</small>}
    </>
  )
  return isSafe ? (
    <a className="attachment" href={resourceUrl(file.url)} target="_blank" rel="noreferrer">
      {content}
    </a>
  ) : (
    <span className="attachment">{content}</span>
  )
}

export const AttachmentLinks = ({ files }: { files: readonly Attached[] }) => (
  <ul className="attachments">
    {files.map((file, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a file can be attached twice
      <li key={index}>
        <AttachmentLink file={file} />
      </li>
    ))}
  </ul>
)
