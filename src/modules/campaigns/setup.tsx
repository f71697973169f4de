import { useSnapshot } from "valtio"
import { changeSettings, settings } from "../../state/settings"
import { Button } from "../../ui/controls/button"
import { Badge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Link } from "../../ui/display/link"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useT } from "../../ui/hooks/use-t"
import { getOnboarding } from "../companies/api"

/** The steps of a company's setup that are its own work, and where each is done; the platform sees to the others. */
const ownSteps = { companyProfile: "/user/profile?company", userSetup: "/user/employees/add" } as const

/** What a new company's administrator has to set up, until it is done or hidden in this browser (docs/console.md#dashboard). */
export const Setup = () => {
  const t = useT()
  const { mayOpen } = useScreenContext()
  const { tenantId = "" } = useCurrentUser() ?? {}
  const { isSetupHidden } = useSnapshot(settings)
  const { entry } = useOfferedQuery("companies.onboarding", getOnboarding, tenantId, tenantId !== "" && !isSetupHidden)
  const steps = (["companyProfile", "userSetup"] as const).flatMap(name => {
    const isDone = entry.data?.steps?.[name]
    return isDone === undefined ? [] : [{ name, isDone, href: ownSteps[name] }]
  })
  if (isSetupHidden || steps.every(({ isDone }) => isDone)) return null
  return (
    <Card
      title={t("campaign.setup.title")}
      note={
        <Button size="sm" tone="ghost" icon="x" onClick={() => changeSettings({ isSetupHidden: true })}>
          {t("campaign.setup.hide")}
        </Button>
      }
    >
      <ul className="stack-sm">
        {steps.map(({ name, isDone, href }) => (
          <li key={name} className="row row-between">
            {!isDone && mayOpen(href.replace(/\?.*/, "")) ? (
              <Link className="link" href={href}>
                {t(`campaign.setup.${name}`)}
              </Link>
            ) : (
              t(`campaign.setup.${name}`)
            )}
            <Badge tone={isDone ? "success" : "neutral"}>{t(`campaign.setup.${isDone ? "done" : "open"}`)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
