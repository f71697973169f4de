import type { ComponentProps } from "react"
import { ChoicesField } from "../../ui/forms/choice-field"
import { companyOptions } from "../owners/api"

/** The companies that a record of the platform is offered to. */
export const CompaniesField = (props: Omit<ComponentProps<typeof ChoicesField>, "options">) => (
  <ChoicesField {...props} options={companyOptions} optional />
)
