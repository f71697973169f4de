import type { ComponentType, ReactNode } from "react"
import { type CompanyFields, maxContacts, networks } from "../../contract/companies"
import type { Part } from "../../core/form/parts"
import { email, maxLength } from "../../core/rules"
import { defaultTheme } from "../../state/theme"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { useObservable } from "../../ui/forms/bound"
import { ChoiceField } from "../../ui/forms/choice-field"
import { CodeField } from "../../ui/forms/code-field"
import { ColorField } from "../../ui/forms/color-field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { TextListField } from "../../ui/forms/text-list-field"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { cityOptions, uploadCompanyLogo } from "./api"
import { adjustedShade, useMeasuredColors } from "./brand-colors"
import { companySizeTexts, industryTexts } from "./looks"

/** Groups of fields that companies and subsidiaries share, also within the form of a parent company. */

/** The form of a company, or a subsidiary in it. */
export type CompanyPart = Pick<Part<CompanyFields>, "bind" | "value" | "change">

type GroupProps = { part: CompanyPart }

const checkEmail = (text: string) => email({ text }, "text")
const checkName = (text: string) => maxLength<{ text: string }>(100)({ text }, "text")

const BasicFields = ({ part }: GroupProps) => {
  const t = useT()
  return (
    <>
      <TextField {...part.bind("name")} />
      <div className="grid-2">
        <CodeField {...part.bind("industry")} look={industryTexts} optional />
        <CodeField {...part.bind("companySize")} look={companySizeTexts} optional />
      </div>
      <ChoiceField {...part.bind("location")} placeholder={t("tenant.citySearch")} options={cityOptions} optional />
      <TextField {...part.bind("description")} rows={4} optional />
      <ActiveSwitch {...part.bind("status")} hint={t("tenant.isActiveHint")} />
    </>
  )
}

export const ContactFields = ({ part, emailHint }: GroupProps & { emailHint?: string }) => {
  const t = useT()
  return (
    <>
      <TextListField
        {...part.bind("emails")}
        hint={emailHint}
        type="email"
        maxLength={254}
        maxEntries={maxContacts}
        addLabel={t("tenant.emailAdd")}
        check={checkEmail}
      />
      <TextListField
        {...part.bind("contactPersons")}
        maxLength={100}
        maxEntries={maxContacts}
        addLabel={t("tenant.contactAdd")}
        check={checkName}
      />
      <TextField {...part.bind("phone")} type="tel" optional />
      <div className="grid-2">
        <TextField {...part.bind("website")} type="url" optional />
        <TextField {...part.bind("domain")} hint={t("tenant.domainHint")} optional />
      </div>
    </>
  )
}

export const SocialFields = ({ part }: GroupProps) => (
  <div className="grid-2">
    {networks.map(name => (
      <TextField key={name} {...part.bind(name)} type="url" optional />
    ))}
  </div>
)

/** Names the shade that is shown in place of a colour, and why. */
const ShadeNote = ({
  name,
  adjusted,
}: {
  name: "primaryColor" | "secondaryColor"
  adjusted: ReturnType<typeof adjustedShade>
}) => {
  const t = useT()
  const format = useFormat()
  if (!adjusted) return null
  const { shade, ratio } = adjusted
  return (
    <Alert
      tone="info"
      title={t(`tenant.shown.${name}`, { shade })}
      text={t(ratio < 2 ? "tenant.shadePale" : "tenant.shadeFails", { ratio: format.number(Math.floor(ratio * 10) / 10) })}
    />
  )
}

const BrandFields = ({ part }: GroupProps) => {
  const t = useT()
  const colors = {
    primaryColor: useObservable(part.value("primaryColor")),
    secondaryColor: useObservable(part.value("secondaryColor")),
  }
  const measured = useMeasuredColors(colors)?.light
  return (
    <>
      <PictureField {...part.bind("logo")} upload={uploadCompanyLogo} />
      <div className="grid-2">
        <ColorField {...part.bind("primaryColor")} hint={t("tenant.primaryHint")} byDefault={defaultTheme.primary} />
        <ColorField {...part.bind("secondaryColor")} hint={t("tenant.secondaryHint")} byDefault={defaultTheme.secondary} />
      </div>
      {(["primaryColor", "secondaryColor"] as const).map(name => (
        <ShadeNote key={name} name={name} adjusted={adjustedShade(name, colors[name], measured)} />
      ))}
      <div>
        <Button
          size="sm"
          tone="ghost"
          icon="refresh"
          onClick={() => part.change({ primaryColor: defaultTheme.primary, secondaryColor: defaultTheme.secondary })}
        >
          {t("tenant.defaultColors")}
        </Button>
      </div>
    </>
  )
}

/** All groups, each in a section of its own. */
export const FieldGroups = ({
  part,
  emailHint,
  Section,
}: GroupProps & {
  emailHint?: string
  Section: ComponentType<{ title: string; children: ReactNode }>
}) => {
  const t = useT()
  return (
    <>
      <Section title={t("tenant.basics")}>
        <BasicFields part={part} />
      </Section>
      <Section title={t("tenant.contact")}>
        <ContactFields part={part} emailHint={emailHint} />
      </Section>
      <Section title={t("tenant.socialMedia")}>
        <SocialFields part={part} />
      </Section>
      <Section title={t("tenant.identity")}>
        <BrandFields part={part} />
      </Section>
    </>
  )
}
