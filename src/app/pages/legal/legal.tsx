import { isValidElement, type ReactElement, useEffect } from "react"
import type { Key } from "../../../core/text/i18n"
import { Link } from "../../../ui/display/link"
import { useT } from "../../../ui/hooks/use-t"
import { useTexts } from "../../../ui/hooks/use-texts"
import { useTitle } from "../../../ui/hooks/use-title"
import { Waiting } from "../../../ui/placeholders/waiting"
import { AuthTop } from "../sign-in/auth-frame"
import { BackLink } from "../sign-in/back-link"
import { TextsFailed } from "../texts-failed"

/** A key is rendered as a paragraph, several keys as a list, an element (with a `key`) as it is. */
type Block = Key | readonly Key[] | ReactElement
export type Section = { id: string; title: Key; body: readonly Block[] }

const Contents = ({ sections }: { sections: readonly Section[] }) => {
  const t = useT()
  return (
    <nav className="legal__contents" aria-labelledby="contents">
      <h2 id="contents">{t("legal.contents")}</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{t(title)}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const Body = ({ block }: { block: Block }) => {
  const t = useT()
  if (isValidElement(block)) return block
  if (typeof block === "string") return <p>{t(block)}</p>
  return (
    <ul>
      {block.map(key => (
        <li key={key}>{t(key)}</li>
      ))}
    </ul>
  )
}

const Text = ({ sections }: { sections: readonly Section[] }) => {
  const t = useT()
  // The text is loaded after the page, so the browser could not scroll to the fragment of the URL.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className="legal__text">
      {sections.map(({ id, title, body }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{t(title)}</h2>
          {body.map(block => (
            <Body key={isValidElement(block) ? block.key : String(block)} block={block} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** A legal page: sections with a table of contents, from the namespace `legal`. */
export const LegalPage = ({
  title,
  lead,
  sections,
  other,
}: {
  title: Key
  lead: Key
  sections: readonly Section[]
  other: { href: string; title: Key }
}) => {
  const t = useT()
  const { isLoaded, ...texts } = useTexts("legal")
  useTitle(t(title))
  return (
    <div className="auth__pane legal">
      <AuthTop />
      <main className="legal__page" id="main">
        <div className="legal__head">
          <p className="small">
            <BackLink />
          </p>
          <h1>{t(title)}</h1>
          {isLoaded && (
            <>
              <small>{t("legal.updated")}</small>
              <p className="legal__lead">{t(lead)}</p>
            </>
          )}
          {!isLoaded && (texts.error === undefined ? <Waiting /> : <TextsFailed {...texts} />)}
        </div>
        {isLoaded && (
          <>
            <Contents sections={sections} />
            <Text sections={sections} />
          </>
        )}
      </main>
      <footer className="auth__foot legal__foot">
        <Link className="link" href={other.href}>
          {t(other.title)}
        </Link>
      </footer>
    </div>
  )
}
