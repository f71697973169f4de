import { useLocation } from "wouter"
import { type Company, networks, onboardingSteps, progressOf } from "../../contract/companies"
import { compact } from "../../core/compact"
import { dash } from "../../core/text/format"
import { Badge, codeLabel } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { Link } from "../../ui/display/link"
import { Progress } from "../../ui/display/progress"
import { Stats } from "../../ui/display/stats"
import { untranslated } from "../../ui/display/untranslated"
import { MailLink, PhoneLink, WebLink } from "../../ui/display/web-link"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useOfferedQuery } from "../../ui/hooks/use-can"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { DetailsCard, RecordLayout, TextCard } from "../../ui/pages/record/record-layout"
import { listAdmins } from "./administrators-api"
import { getCompanyStats, getOnboarding } from "./api"
import { ErasureCard } from "./erasure-card"
import { companySizeTexts, industryTexts } from "./looks"
import { NoAdministrators } from "./no-administrators"
import { QuotaCard } from "./quota-card"
import { companies } from "./resource"
import { Section } from "./section"

const { labels } = companies

const figures = [
  ["campaigns", "campaign.many"],
  ["draws", "draw.many"],
  ["surveys", "survey.many"],
  ["employees", "employee.many"],
  ["activePeople", "tenant.activePeople"],
] as const

/** The figures of a company; those that the server leaves out are left out, and all where it lacks the call (docs/contract.md#company-figures). */
const Figures = ({ id }: { id: string }) => {
  const t = useT()
  const format = useFormat()
  const { entry, isOffered } = useOfferedQuery("companies.figures", getCompanyStats, id)
  const { data, error } = entry
  if (!isOffered) return null
  if (error !== undefined && !data)
    return (
      <Card label={t("tenant.figures")}>
        <Section entry={entry} failed="tenant.figuresFailed">
          {() => null}
        </Section>
      </Card>
    )
  const items = figures.flatMap(([name, label]) => {
    const figure = data?.[name]
    if (data && figure === undefined) return []
    const [value, note] =
      typeof figure === "object"
        ? [figure.total, figure.active === undefined ? "" : t("tenant.activeCount", { number: format.number(figure.active) })]
        : [figure, t("tenant.inLast30Days")]
    return [{ label: t(label), value: format.number(value), note }]
  })
  return <Stats label={t("tenant.figures")} isLoading={!data} items={items} />
}

const StepState = ({ name, isDone, href }: { name: string; isDone: boolean | undefined; href: string | false }) => {
  const t = useT()
  return (
    <>
      {name}
      {isDone === undefined ? (
        <span>{dash}</span>
      ) : !isDone && href ? (
        <Link className="link" href={href} aria-label={t("tenant.completeStep", { step: name })}>
          {t("tenant.complete")}
        </Link>
      ) : (
        <Badge tone={isDone ? "success" : "neutral"}>{t(isDone ? "tenant.stepDone" : "tenant.stepOpen")}</Badge>
      )}
    </>
  )
}

/**
 * The steps of a company's setup, with the share that is done. For the platform an administrator is one of them, where the server has the
 * list. One that is open links to the place where it is completed, if the person may go there.
 */
const Onboarding = ({ id }: { id: string }) => {
  const t = useT()
  const format = useFormat()
  const [path] = useLocation()
  const { base, has, may, mayOpen } = useScreenContext()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const entry = useQuery(getOnboarding, id)
  const admins = useQuery(listAdmins, { tenantId: id, page: 0, pageSize: 1 }, isPlatform)
  const edit = has.edit && may("write") && `${base}/edit/${id}`
  // Employees are added by the company's own administrators, modules are chosen by the platform.
  const targets: Record<(typeof onboardingSteps)[number], string | false> = {
    companyProfile: edit,
    branding: edit,
    userSetup: !isPlatform && mayOpen("/user/employees/add") && "/user/employees/add",
    moduleConfig: isPlatform && `${path}?tab=modules`,
  }
  const steps = compact([
    admins.data && { name: "admin" as const, isDone: admins.data.total > 0, href: `${path}?tab=admins` },
    ...onboardingSteps.map(name => ({ name, isDone: entry.data?.steps?.[name], href: targets[name] })),
  ])
  const known = steps.flatMap(({ isDone }) => isDone ?? [])
  const progress = known.length === steps.length && !admins.loading ? progressOf(known) : undefined
  return (
    <Card title={t("tenant.onboarding")} note={progress !== undefined && format.percent(progress)}>
      <Section entry={entry} failed="tenant.onboardingFailed">
        {() => (
          <>
            {progress !== undefined && <Progress value={progress / 100} label={t("tenant.onboarding")} />}
            <ul className="stack-sm">
              {steps.map(({ name, isDone, href }) => (
                <li key={name} className="row row-between">
                  <StepState name={t(`tenant.step.${name}`)} isDone={isDone} href={href} />
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
  <span className="row">
    <svg className="push-end" width="16" height="16" aria-hidden="true">
      <rect x="0.5" y="0.5" width="15" height="15" rx="4" fill={value} stroke="currentColor" strokeOpacity="0.3" />
    </svg>
    <code translate="no" className="mono">
      {value}
    </code>
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
  return (
    <DetailsCard
      record={company}
      picture={{ url: logo, alt: t(labels.logo) }}
      items={[
        parentId && [t("tenant.parent"), <Parent key="parent" company={company} />],
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
          [t(labels.contactPersons), untranslated(contactPersons.join(", "))],
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
          [t(labels.domain), untranslated(domain)],
          ...networks.map(name => company[name] && ([t(labels[name]), <WebLink key={name} url={company[name]} />] as const)),
        ]}
      />
    </Card>
  )
}

export const Overview = ({ company }: { company: Company }) => {
  const t = useT()
  const [path] = useLocation()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return (
    <>
      {isPlatform && <NoAdministrators id={company.id} href={`${path}?tab=admins`} />}
      <Figures id={company.id} />
      <RecordLayout aside={<Details company={company} />}>
        <Onboarding id={company.id} />
        <QuotaCard company={company} />
        <TextCard title={t("tenant.about")} text={company.description} placeholder={t("tenant.noDescription")} />
        <Contact company={company} />
        {isPlatform && <ErasureCard company={company} />}
      </RecordLayout>
    </>
  )
}
