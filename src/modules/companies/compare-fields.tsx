import { dash } from "../../core/text/format"
import { activeStatusLook } from "../../ui/display/active-status"
import { codeLabel } from "../../ui/display/badge"
import { AsPicture, asCode } from "../../ui/forms/compare"
import { useT } from "../../ui/hooks/use-t"
import { companySizeTexts, industryTexts } from "./looks"

const Lines = ({ value }: { value: readonly string[] }) => value.join("\n") || dash

const codeText = (texts: typeof industryTexts | typeof companySizeTexts) =>
  function CodeText({ value }: { value: unknown }) {
    return codeLabel(texts, value, useT())
  }

/** How members that companies and subsidiaries share are displayed in a conflict. */
export const compareFields = {
  industry: codeText(industryTexts),
  companySize: codeText(companySizeTexts),
  status: asCode(activeStatusLook),
  emails: Lines,
  contactPersons: Lines,
  logo: AsPicture,
}
