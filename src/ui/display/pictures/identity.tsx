import type { ReactNode } from "react"

/** A picture beside the name of a person or record, with a note below the name. */
export const Identity = ({ picture, children, note }: { picture: ReactNode; children: ReactNode; note?: ReactNode }) => (
  <div className="identity">
    {picture}
    <span>
      {children}
      {note && <small>{note}</small>}
    </span>
  </div>
)
