/** Returns a text whose line may break after its first @, so that an e-mail address does not break within a word. */
export const breakAfterAt = (text: string) => {
  const end = text.indexOf("@") + 1
  if (end === 0) return text
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      {text.slice(end)}
    </>
  )
}
