import { useLayoutEffect, useRef } from "react"
import type { CompanyFields } from "../../contract/companies"
import { contrast } from "../../core/contrast"
import { Card } from "../../ui/display/card"
import { Icon } from "../../ui/display/icons/icon"
import { paint } from "../../ui/display/paint"
import { Avatar } from "../../ui/display/pictures/avatar"
import { Logo } from "../../ui/display/pictures/logo"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { pairs, type Scheme, schemes, useMeasuredColors } from "./brand-colors"

type Brand = Pick<CompanyFields, "name" | "logo" | "primaryColor" | "secondaryColor">

/** The frame of the console in one scheme, as the company's people see it. */
const Frame = ({ scheme, brand }: { brand: Brand; scheme: Scheme }) => {
  const t = useT()
  const scope = useRef<HTMLDivElement>(null)
  const { name, logo, primaryColor, secondaryColor } = brand
  const title = name || t("tenant.one")
  useLayoutEffect(() => {
    if (scope.current) paint(scope.current, { primaryColor, secondaryColor })
  }, [primaryColor, secondaryColor])
  return (
    <figure>
      <div className="brand-frame" ref={scope} data-brand data-theme={scheme} aria-hidden="true">
        <div className="brand-frame__side">
          <span className="row">
            <Logo name={title} url={logo} />
            <b className="truncate">{title}</b>
          </span>
          <span data-current>
            <Icon name="campaign" size="sm" />
            {t("campaign.many")}
          </span>
          <span>
            <Icon name="ticket" size="sm" />
            {t("draw.many")}
          </span>
        </div>
        <div className="brand-frame__top">
          <Avatar name={title} />
        </div>
        <div className="brand-frame__sheet">
          <span className="btn btn--primary btn--sm">{t("campaign.create")}</span>
          <span className="link">{t("tenant.previewLink")}</span>
          <span className="badge badge--dot" data-tone="accent">
            {t("ui.activity.active")}
          </span>
        </div>
      </div>
      <figcaption className="subtle small">{t(scheme === "light" ? "tenant.previewLight" : "tenant.previewDark")}</figcaption>
    </figure>
  )
}

/** The grade of a contrast for text (WCAG 2.2). */
const gradeOf = (ratio: number) => (ratio >= 7 ? "AAA" : ratio >= 4.5 ? "AA" : "–")

/** The company's frame in light and dark, with the measured contrast of each pair of colours. */
export const BrandPreview = ({ draft: brand }: { draft: Brand }) => {
  const t = useT()
  const format = useFormat()
  const measured = useMeasuredColors(brand)
  return (
    <Card title={t("tenant.preview")}>
      {schemes.map(scheme => (
        <Frame key={scheme} scheme={scheme} brand={brand} />
      ))}
      {measured && (
        <table className="contrast">
          <caption className="sr-only">{t("tenant.contrast")}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{t("tenant.previewLight")}</th>
              <th scope="col">{t("tenant.previewDark")}</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ name, drawn, on }) => (
              <tr key={name}>
                <th scope="row">{t(`tenant.contrasts.${name}`)}</th>
                {schemes.map(scheme => {
                  const ratio = contrast(measured[scheme][drawn], measured[scheme][on])
                  return (
                    <td key={scheme} className="nowrap tabular">
                      {format.number(Math.floor(ratio * 10) / 10)} : 1{" "}
                      <span className="badge" data-tone={ratio >= 4.5 ? "success" : "danger"}>
                        {gradeOf(ratio)}
                      </span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
