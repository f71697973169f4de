/** Returns an e-mail address, which no translator changes and whose line may break after the @ alone; other text as it is. */
export const breakAfterAt = (text: string) => {
  const end = text.indexOf("@") + 1
  if (end === 0) return text
  return (
    <span translate="no">
      {text.slice(0, end)}
      <wbr />
      {text.slice(end)}
    </span>
  )
}
