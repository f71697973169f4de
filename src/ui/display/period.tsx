/** A formatted period that breaks between its dates only. */
export const Period = ({ text }: { text: string }) => {
  const [from, to] = text.split(" – ")
  return to === undefined ? (
    text
  ) : (
    <span>
      <span className="nowrap">{from} –</span> <span className="nowrap">{to}</span>
    </span>
  )
}
