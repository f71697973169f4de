import { Link } from "../../../ui/display/link"
import { useT } from "../../../ui/hooks/use-t"
import { DataController } from "./data-controller"
import { LegalPage, type Section } from "./legal"
import { retentionSection, storageSection } from "./storage-sections"

const ToNotice = () => {
  const t = useT()
  return (
    <p>
      <Link className="link" href="/kvkk">
        {t("auth.kvkk")}
      </Link>
    </p>
  )
}

const sections: readonly Section[] = [
  {
    id: "scope",
    title: "legal.policy.scope",
    body: ["legal.policy.scope.1", "legal.policy.scope.2", <DataController key="controller" />, "legal.policy.scope.3"],
  },
  {
    id: "data",
    title: "legal.policy.data",
    body: [["legal.policy.data.1", "legal.policy.data.2", "legal.policy.data.3"], "legal.policy.data.4"],
  },
  {
    id: "why",
    title: "legal.policy.why",
    body: [["legal.policy.why.1", "legal.policy.why.2", "legal.policy.why.3"], "legal.policy.why.4"],
  },
  { id: "sign-in", title: "legal.policy.signIn", body: ["legal.policy.signIn.1", "legal.policy.signIn.2"] },
  {
    id: "share",
    title: "legal.policy.share",
    body: [["legal.policy.share.1", "legal.policy.share.2", "legal.policy.share.3"], "legal.policy.share.4"],
  },
  { id: "ai", title: "legal.policy.ai", body: ["legal.policy.ai.1", "legal.policy.ai.2"] },
  retentionSection,
  storageSection,
  {
    id: "safe",
    title: "legal.policy.safe",
    body: [["legal.policy.safe.1", "legal.policy.safe.2", "legal.policy.safe.3", "legal.policy.safe.4"]],
  },
  {
    id: "say",
    title: "legal.policy.say",
    body: ["legal.policy.say.1", "legal.policy.say.2", <ToNotice key="notice" />],
  },
  { id: "change", title: "legal.policy.change", body: ["legal.policy.change.1"] },
]

export const Policy = () => (
  <LegalPage title="auth.policy" lead="legal.policy.lead" sections={sections} other={{ href: "/kvkk", title: "auth.kvkk" }} />
)
