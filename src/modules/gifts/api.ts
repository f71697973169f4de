import { http } from "../../api"
import { allPages, maxPageSize } from "../../core/all-pages"
import { page } from "../../core/envelope"
import { read } from "../../core/query"

/** S7 Gifts: what other modules need of them. */
export type GiftCard = { id: string; cardName: string; brand?: string | null; brandId?: string | null }

const all = () =>
  allPages(at => http.get("/gift/list", { query: { page: at, pageSize: maxPageSize } }).then(page<GiftCard>("gifts")))

export const giftOptions = read("gifts.options", async (_: undefined) =>
  (await all()).map(({ id, cardName, brand }) => ({ value: id, label: brand ? `${cardName} · ${brand}` : cardName })),
)

/** The cards of one partner; the contract's list has no filter for it. */
export const giftsOf = read("gifts.ofPartner", async (partnerId: string) =>
  (await all()).filter(({ brandId }) => brandId === partnerId).map(({ id, cardName }) => ({ value: id, label: cardName })),
)
