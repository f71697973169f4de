import type { ReactNode } from "react"
import { Link } from "../../../ui/display/link"
import { Coupon } from "../../../ui/display/pictures/coupon"
import { useT } from "../../../ui/hooks/use-t"
import { LanguageSwitch } from "../../shell/language-switch"
import { ThemeSwitch } from "../../shell/theme-switch"

const Art = () => {
  const t = useT()
  return (
    <div className="auth__art" aria-hidden="true">
      <div className="auth__stack">
        <Coupon
          brandName="Moda Atölye"
          picture="MA"
          category={t("auth.artFashion")}
          value={t("auth.artPercent")}
          unit={t("auth.artDiscount")}
          title={t("auth.artWinter")}
          foot={[{ label: t("auth.artCode"), value: "KIS25YG", isCode: true }]}
        />
        <Coupon
          brandName="Sepet Market"
          picture="SM"
          category={t("auth.artGiftCard")}
          value={t("auth.artAmount")}
          title={t("auth.artNewYear")}
          foot={[{ label: t("auth.artCode"), value: "SEPET500", isCode: true }]}
        />
      </div>
    </div>
  )
}

/** Header of the public pages: name, dark mode, language. @param props.children a company's identity in place of the product's */
export const AuthTop = ({ children }: { children?: ReactNode }) => {
  const t = useT()
  return (
    <header className="auth__top">
      <span className="row">
        {children ?? (
          <>
            <span className="logo" aria-hidden="true">
              KK
            </span>
            <b>{t("app.name")}</b>
          </>
        )}
      </span>
      <span className="row">
        <ThemeSwitch />
        <LanguageSwitch />
      </span>
    </header>
  )
}

/** Frame of the public pages. @param isSolo without the illustration */
export const AuthFrame = ({ children, isSolo }: { children: ReactNode; isSolo?: boolean }) => {
  const t = useT()
  return (
    <div className={isSolo ? "auth auth--solo" : "auth"}>
      <div className="auth__pane">
        <AuthTop />
        <main className="auth__main" id="main">
          {children}
        </main>
        <footer className="auth__foot">
          <Link className="link" href="/policy">
            {t("auth.policy")}
          </Link>
          <Link className="link" href="/kvkk">
            {t("auth.kvkk")}
          </Link>
        </footer>
      </div>
      {!isSolo && <Art />}
    </div>
  )
}
