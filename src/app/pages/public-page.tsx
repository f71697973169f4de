import type { ReactNode, Ref } from "react"
import { AuthTop } from "./sign-in/auth-frame"

type Props = {
  className: string
  ref?: Ref<HTMLDivElement>
  /** The identity of a company, in place of the product's. */
  brand?: ReactNode
  /** Links of the footer. */
  links: ReactNode
  children: ReactNode
}

/** Frame of the public pages with long content: the verifier of draws, and the answering of a survey. */
export const PublicPage = ({ className, ref, brand, links, children }: Props) => (
  <div className={`public-page ${className}`} ref={ref}>
    <AuthTop>{brand}</AuthTop>
    <main id="main" tabIndex={-1}>
      {children}
    </main>
    <footer className="auth__foot">{links}</footer>
  </div>
)
