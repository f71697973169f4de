import { useLocation } from "wouter"
import { type Company, type CompanyStats, networks, onboardingSteps } from "../../contract/companies"
import { dash } from "../../core/format"
import type { Key } from "../../core/i18n"
import { Badge, codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Link } from "../../ui/display/link"
import { Progress } from "../../ui/display/progress"
import { Stats } from "../../ui/display/stats"
import { MailLink, PhoneLink, WebLink } from "../../ui/display/web-link"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record-layout"
import { useScreenContext } from "../../ui/pages/screen-context"
import { getCompanyStats, getOnboarding } from "./api"
import { companySizeTexts, industryTexts } from "./looks"
import { companies } from "./resource"
import { isNotOffered, Section } from "./section"

const { labels } = companies

const figures = [
  ["campaigns", "nav.campaigns"],
  ["draws", "nav.draws"],
  ["surveys", "nav.surveys"],
  ["employees", "nav.employees"],
] as const

const statItems = (stats: Partial<CompanyStats>, t: ReturnType<typeof useT>, format: ReturnType<typeof useFormat>) => [
  ...figures.flatMap(([name, label]) => {
    const { total, active } = stats[name] ?? {}
    if (total === undefined) return []
    const note = active === undefined ? undefined : t("tenant.activeCount", { number: format.number(active) })
    return [{ label: t(label), value: format.number(total), note }]
  }),
  ...(stats.activePeople === undefined
    ? []
    : [{ label: t("tenant.activePeople"), value: format.number(stats.activePeople), note: t("tenant.inLast30Days") }]),
]

/** The figures of a company (docs/contract.md#company-figures). */
const Figures = ({ id }: { id: string }) => {
  const t = useT()
  const format = useFormat()
  const entry = useQuery(getCompanyStats, id)
  if (!entry.data && entry.error === undefined)
    return <Stats label={t("tenant.figures")} isLoading items={figures.map(([, label]) => ({ label: t(label), value: "" }))} />
  if (entry.data) return <Stats label={t("tenant.figures")} items={statItems(entry.data, t, format)} />
  return isNotOffered(entry.error) ? (
    <p className="subtle">{t("tenant.figuresNotOffered")}</p>
  ) : (
    <Card label={t("tenant.figures")}>
      <Section entry={entry} failed="tenant.figuresFailed">
        {() => null}
      </Section>
    </Card>
  )
}

type Step = (typeof onboardingSteps)[number]

/** Returns where a step is completed, and the label of the link; undefined where the person cannot complete it. */
const useStepTarget = (id: string) => {
  const [path] = useLocation()
  const { base, has, may } = useScreenContext()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const edit = has.edit && may("write") ? `${base}/edit/${id}` : undefined
  // Employees are added by the company's own administrators, modules are chosen by the platform.
  const targets: Record<Step, readonly [string | undefined, Key]> = {
    companyProfile: [edit, "tenant.stepAction.companyProfile"],
    branding: [edit, "tenant.stepAction.branding"],
    userSetup: isPlatform
      ? [`${path}?tab=admins`, "tenant.stepAction.admins"]
      : ["/user/employees/add", "tenant.stepAction.userSetup"],
    moduleConfig: [isPlatform ? `${path}?tab=modules` : undefined, "tenant.stepAction.moduleConfig"],
  }
  return (step: Step) => targets[step]
}

const StepState = ({ isDone, target: [href, label] }: { isDone: boolean; target: readonly [string | undefined, Key] }) => {
  const t = useT()
  if (isDone) return <Badge tone="success">{t("tenant.stepDone")}</Badge>
  if (!href) return <Badge tone="neutral">{t("tenant.stepOpen")}</Badge>
  return (
    <Link className="link" href={href}>
      {t(label)}
    </Link>
  )
}

/** The steps of a company's setup, each with a link to the place where it is completed. */
const Onboarding = ({ id }: { id: string }) => {
  const t = useT()
  const format = useFormat()
  const entry = useQuery(getOnboarding, id)
  const targetOf = useStepTarget(id)
  const { progress } = entry.data ?? {}
  return (
    <Card title={t("tenant.onboarding")} note={progress !== undefined && format.percent(progress)}>
      <Section entry={entry} failed="tenant.onboardingFailed">
        {({ steps }) => (
          <>
            {progress !== undefined && <Progress value={progress / 100} label={t("tenant.onboarding")} />}
            <ul className="stack-sm">
              {onboardingSteps.map(step => (
                <li key={step} className="row row-wrap row-between">
                  {t(`tenant.step.${step}`)}
                  {steps?.[step] === undefined ? dash : <StepState isDone={steps[step]} target={targetOf(step)} />}
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
    </Card>
  )
}

/** A colour as a swatch and its code. */
const Color = ({ value }: { value: string }) => (
  <span className="nowrap">
    <svg width="16" height="16" aria-hidden="true">
      <rect width="16" height="16" rx="4" fill={value} />
    </svg>{" "}
    <code className="mono">{value}</code>
  </span>
)

/** The parent of a subsidiary; only the platform has a page of it. */
const Parent = ({ company: { parentId, parentName } }: { company: Company }) => {
  const { base } = useScreenContext()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return isPlatform && parentId && parentName ? (
    <Link className="link" href={`${base}/${encodeURIComponent(parentId)}`}>
      {parentName}
    </Link>
  ) : (
    parentName || dash
  )
}

const Details = ({ company }: { company: Company }) => {
  const t = useT()
  const { parentId, logo, primaryColor, secondaryColor } = company
  const parent = parentId ? [[t("tenant.parent"), <Parent key="parent" company={company} />] as const] : []
  return (
    <DetailsCard
      record={company}
      picture={{ url: logo, alt: t(labels.logo) }}
      items={[
        ...parent,
        [t(labels.industry), codeLabel(industryTexts, company.industry, t)],
        [t(labels.companySize), codeLabel(companySizeTexts, company.companySize, t)],
        [t(labels.location), company.location],
        [t(labels.primaryColor), primaryColor && <Color key="primary" value={primaryColor} />],
        [t(labels.secondaryColor), secondaryColor && <Color key="secondary" value={secondaryColor} />],
      ]}
    />
  )
}

const Contact = ({ company }: { company: Company }) => {
  const t = useT()
  const { emails, contactPersons, phone, website, domain } = company
  return (
    <Card title={t("tenant.contact")}>
      <Facts
        items={[
          [t(labels.contactPersons), contactPersons.join(", ")],
          [
            t(labels.emails),
            emails.length
              ? emails.map(text => (
                  <div key={text}>
                    <MailLink address={text} />
                  </div>
                ))
              : "",
          ],
          [t(labels.phone), phone && <PhoneLink key="phone" number={phone} />],
          [t(labels.website), website && <WebLink key="website" url={website} />],
          [t(labels.domain), domain],
          ...networks
            .filter(name => company[name])
            .map(name => [t(labels[name]), <WebLink key={name} url={company[name]} />] as const),
        ]}
      />
    </Card>
  )
}

export const Overview = ({ company }: { company: Company }) => {
  const t = useT()
  return (
    <>
      <Figures id={company.id} />
      <RecordLayout aside={<Details company={company} />}>
        <Onboarding id={company.id} />
        <TextCard title={t("tenant.about")} text={company.description} placeholder={t("tenant.noDescription")} />
        <Contact company={company} />
      </RecordLayout>
    </>
  )
}
