import { Button, LinkButton, type Tone } from "../controls/button"
import type { IconName } from "../display/icons/icon"
import { IconTile } from "../display/icons/icon-tile"

type EmptyAction = { label: string; icon?: IconName; tone?: Tone } & ({ href: string } | { run: () => void })

/**
 * A state in place of content: icon, title, explanation, next steps (docs/console.md#list-states).
 * @param code reference for support requests
 * @param isPage whether it is all that the page shows: its title is the page's h1
 */
export const Empty = (props: {
  tone?: "accent" | "warning" | "danger"
  icon: IconName
  title: string
  text: string
  code?: string
  actions?: EmptyAction[]
  isPage?: boolean
}) => (
  <div className="empty" role={props.tone === "danger" ? "alert" : "status"}>
    <IconTile icon={props.icon} tone={props.tone ?? "neutral"} />
    {props.isPage ? <h1 id="page-title">{props.title}</h1> : <h2>{props.title}</h2>}
    <p>{props.text}</p>
    {props.code && <code translate="no">{props.code}</code>}
    {props.actions && (
      <div className="button-row">
        {props.actions.map(action =>
          "href" in action ? (
            <LinkButton key={action.label} tone={action.tone} icon={action.icon} href={action.href}>
              {action.label}
            </LinkButton>
          ) : (
            <Button key={action.label} tone={action.tone} icon={action.icon} onClick={action.run}>
              {action.label}
            </Button>
          ),
        )}
      </div>
    )}
  </div>
)
