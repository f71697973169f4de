import { Button } from "../../../ui/controls/button"
import { useCan } from "../../../ui/hooks/use-can"
import { useT } from "../../../ui/hooks/use-t"
import { loadChunk } from "../../../ui/pages/loading/chunk"
import { lazyScreen } from "../../../ui/pages/loading/lazy-screen"
import { withStyle, withTexts } from "../../../ui/pages/loading/with-texts"

/** The dialog has the stylesheet of the console. */
const passkeys = withStyle(withTexts("passkeys", () => import("./passkey")))

/** Signs in by a passkey in place of a code. */
export const PasskeyButton = () => {
  const t = useT()
  return useCan("passkeys") ? (
    <Button block onClick={async () => (await loadChunk(passkeys)).signInByPasskey()}>
      {t("auth.passkey")}
    </Button>
  ) : null
}

/** Confirms a right code, over the form that it was entered in. */
export const PasskeyDialog = lazyScreen(passkeys, module => module.PasskeyDialog)
