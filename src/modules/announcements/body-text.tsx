import { blocksOf, type Part } from "./body"

const Parts = ({ parts }: { parts: Part[] }) =>
  parts.map((part, at) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are places, not things
      <a key={at} className="link" href={part.href} target="_blank" rel="noreferrer">
        {part.text}
      </a>
    ),
  )

/** The text of an announcement as its readers see it. */
export const BodyText = ({ body }: { body: string }) => (
  <div className="prose">
    {blocksOf(body).map((block, at) =>
      block.kind === "text" ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name than their place
        <p key={at}>
          <Parts parts={block.parts} />
        </p>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name than their place
        <ul key={at}>
          {block.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place
            <li key={place}>
              <Parts parts={item} />
            </li>
          ))}
        </ul>
      ),
    )}
  </div>
)
