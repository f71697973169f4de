import { http } from "../../api"
import { allPages, maxPageSize } from "../../core/all-pages"
import { page } from "../../core/envelope"
import { read } from "../../core/query"

/** S7 Gifts: what other modules need of them. */
export type GiftCard = { id: string; cardName: string; brand?: string | null }

export const giftOptions = read("gifts.options", async (_: undefined) =>
  (
    await allPages(at => http.get("/gift/list", { query: { page: at, pageSize: maxPageSize } }).then(page<GiftCard>("gifts")))
  ).map(({ id, cardName, brand }) => ({ value: id, label: brand ? `${cardName} · ${brand}` : cardName })),
)
