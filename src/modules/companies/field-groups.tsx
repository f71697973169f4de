import type { ComponentType, ReactNode } from "react"
import { type CompanyFields, maxContacts, networks } from "../../contract/companies"
import { email, maxLength } from "../../core/rules"
import { defaultTheme } from "../../state/theme"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { ActiveSwitch } from "../../ui/forms/active-switch"
import { ChoiceField } from "../../ui/forms/choice-field"
import { CodeField } from "../../ui/forms/code-field"
import { ColorField } from "../../ui/forms/color-field"
import { PictureField } from "../../ui/forms/picture-field"
import { TextField } from "../../ui/forms/text-field"
import { TextListField } from "../../ui/forms/text-list-field"
import type { BoundField } from "../../ui/forms/use-form"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { cityOptions, uploadCompanyLogo } from "./api"
import { adjustedShade, useMeasuredColors } from "./brand-colors"
import { companySizeTexts, industryTexts } from "./looks"

/** Groups of fields that companies and subsidiaries share, also within the form of a parent company. */

export type Bind = <K extends keyof CompanyFields & string>(name: K) => BoundField<CompanyFields[K]>

type GroupProps = { bind: Bind }

const checkEmail = (text: string) => email({ text }, "text")
const checkName = (text: string) => maxLength<{ text: string }>(100)({ text }, "text")

const BasicFields = ({ bind }: GroupProps) => {
  const t = useT()
  return (
    <>
      <TextField {...bind("name")} max={100} required />
      <div className="grid-2">
        <CodeField {...bind("industry")} look={industryTexts} optional />
        <CodeField {...bind("companySize")} look={companySizeTexts} optional />
      </div>
      <ChoiceField {...bind("location")} placeholder={t("tenant.citySearch")} options={cityOptions} optional />
      <TextField {...bind("description")} max={2000} rows={4} optional />
      <ActiveSwitch field={bind("status").field} hint={t("tenant.isActiveHint")} />
    </>
  )
}

export const ContactFields = ({ bind, emailHint }: GroupProps & { emailHint?: string }) => {
  const t = useT()
  return (
    <>
      <TextListField
        {...bind("emails")}
        hint={emailHint}
        type="email"
        max={254}
        maxEntries={maxContacts}
        addLabel={t("tenant.emailAdd")}
        check={checkEmail}
      />
      <TextListField
        {...bind("contactPersons")}
        max={100}
        maxEntries={maxContacts}
        addLabel={t("tenant.contactAdd")}
        check={checkName}
      />
      <TextField {...bind("phone")} type="tel" max={30} optional />
      <div className="grid-2">
        <TextField {...bind("website")} type="url" max={2000} optional />
        <TextField {...bind("domain")} max={253} hint={t("tenant.domainHint")} optional />
      </div>
    </>
  )
}

export const SocialFields = ({ bind }: GroupProps) => (
  <div className="grid-2">
    {networks.map(name => (
      <TextField key={name} {...bind(name)} type="url" max={2000} optional />
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

const BrandFields = ({ bind, onBusy }: GroupProps & { onBusy: (isBusy: boolean) => void }) => {
  const t = useT()
  const [logo, primary, secondary] = [bind("logo"), bind("primaryColor"), bind("secondaryColor")]
  const colors = { primaryColor: primary.field.value, secondaryColor: secondary.field.value }
  const measured = useMeasuredColors(colors)?.light
  return (
    <>
      <PictureField {...logo} upload={uploadCompanyLogo} onBusy={onBusy} />
      <div className="grid-2">
        <ColorField {...primary} hint={t("tenant.primaryHint")} byDefault={defaultTheme.primary} />
        <ColorField {...secondary} hint={t("tenant.secondaryHint")} byDefault={defaultTheme.secondary} />
      </div>
      {(["primaryColor", "secondaryColor"] as const).map(name => (
        <ShadeNote key={name} name={name} adjusted={adjustedShade(name, colors[name], measured)} />
      ))}
      <div>
        <Button
          size="sm"
          tone="ghost"
          icon="refresh"
          onClick={() => {
            primary.field.onChange(defaultTheme.primary)
            secondary.field.onChange(defaultTheme.secondary)
          }}
        >
          {t("tenant.defaultColors")}
        </Button>
      </div>
    </>
  )
}

/** All groups, each in a section of its own. */
export const FieldGroups = ({
  bind,
  onBusy,
  emailHint,
  Section,
}: GroupProps & {
  onBusy: (isBusy: boolean) => void
  emailHint?: string
  Section: ComponentType<{ title: string; children: ReactNode }>
}) => {
  const t = useT()
  return (
    <>
      <Section title={t("tenant.basics")}>
        <BasicFields bind={bind} />
      </Section>
      <Section title={t("tenant.contact")}>
        <ContactFields bind={bind} emailHint={emailHint} />
      </Section>
      <Section title={t("tenant.socialMedia")}>
        <SocialFields bind={bind} />
      </Section>
      <Section title={t("tenant.identity")}>
        <BrandFields bind={bind} onBusy={onBusy} />
      </Section>
    </>
  )
}
