import { dash } from "../../../core/text/format"

/** Lists of texts in a comparison. @param textOf the text of an entry */
export const asList = <V,>(textOf: (entry: V) => string) =>
  function List({ value }: { value: readonly V[] }) {
    if (!value.length) return dash
    return (
      <ul>
        {value.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their position
          <li key={index}>{textOf(entry)}</li>
        ))}
      </ul>
    )
  }
