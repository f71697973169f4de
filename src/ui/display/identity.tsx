import type { ReactNode } from "react"

/** A person or a record in two lines beside a picture: the name, and a quiet note below it. */
export const Identity = ({ picture, children, note }: { picture: ReactNode; children: ReactNode; note?: ReactNode }) => (
  <div className="identity">
    {picture}
    <span>
      {children}
      {note && <small>{note}</small>}
    </span>
  </div>
)
