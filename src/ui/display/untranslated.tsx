/** Returns a name, a code or an address, which no translator changes, and which does not turn the texts around it. The line of an address may break after the @ alone. */
export const untranslated = (text: string) => {
  const end = text.indexOf("@") + 1
  return (
    text && (
      <bdi translate="no">
        {text.slice(0, end)}
        {end > 0 && <wbr />}
        {text.slice(end)}
      </bdi>
    )
  )
}
