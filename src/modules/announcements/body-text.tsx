import { type Inline, parseBody } from "./body-markup"

const InlineParts = ({ parts }: { parts: Inline[] }) =>
  parts.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity but their position
      <a key={index} className="link" href={part.href} target="_blank" rel="noreferrer">
        {part.text}
      </a>
    ),
  )

/** The body of an announcement as employees see it. */
export const BodyText = ({ body }: { body: string }) => (
  <div className="prose">
    {parseBody(body).map((block, index) =>
      block.kind === "text" ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their position
        <p key={index}>
          <InlineParts parts={block.parts} />
        </p>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their position
        <ul key={index}>
          {block.items.map((item, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
            <li key={position}>
              <InlineParts parts={item} />
            </li>
          ))}
        </ul>
      ),
    )}
  </div>
)
