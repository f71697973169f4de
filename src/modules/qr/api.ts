import { http } from "../../api/http"
import { list } from "../../core/http/pages"
import { read } from "../../core/http/query"
import type { Qr } from "../../core/qr"
import { can } from "../../state/features"

/** Texts of one call. */
const perCall = 100

/** QR codes of texts, in their order; empty where the server draws none: whatever shows them has the text as well. An extension. */
export const qrCodes = read(
  "qr.codes",
  async (texts: readonly string[], signal): Promise<Qr[]> => {
    const codes: Qr[] = []
    if (!can("qr")) return codes
    try {
      for (let from = 0; from < texts.length; from += perCall)
        codes.push(...(await http.post("/qr", { texts: texts.slice(from, from + perCall) }, { signal }).then(list<Qr>("codes"))))
      return codes
    } catch {
      return []
    }
  },
  { staleTimeMs: Number.POSITIVE_INFINITY },
)
