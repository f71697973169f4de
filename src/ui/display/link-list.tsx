import { Link } from "./link"

type Target = { href: string; text: string }

/** A titled list of links, such as the records that refer to another one. @param more a link to all of them */
export const LinkList = ({ title, links, more }: { title: string; links: readonly Target[]; more?: Target }) => (
  <div className="stack-sm">
    <b>{title}</b>
    <ul className="stack-sm">
      {links.map(({ href, text }) => (
        <li key={href}>
          <Link className="link" href={href}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
    {more && (
      <Link className="link" href={more.href}>
        {more.text}
      </Link>
    )}
  </div>
)
