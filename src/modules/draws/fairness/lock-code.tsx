import { CopyButton } from "../../../ui/controls/copy-button"
import { useT } from "../../../ui/hooks/use-t"

/** A lock code in groups of four digits, so that a witness can write it down and compare it. */
export const LockCode = ({ code }: { code: string }) => {
  const t = useT()
  return (
    <div className="lock-code">
      <code translate="no">
        {(code.match(/.{1,4}/g) ?? []).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their position
          <span key={index}>{group}</span>
        ))}
      </code>
      <CopyButton text={code} message={t("draw.lock.codeCopied")} />
    </div>
  )
}
