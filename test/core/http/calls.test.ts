import { describe, expect, it, vi } from "vitest"
import * as campaigns from "../../../src/contract/campaigns"
import * as gifts from "../../../src/contract/gifts"
import * as partners from "../../../src/contract/partners"
import { patchWith, updateBody } from "../../../src/core/http/calls"

/** What the person did not touch goes back as it came, whatever it was (docs/contract.md#changes). */
describe("the body of an update", () => {
  const campaign = {
    id: "1",
    title: "Yaz",
    terms: null,
    rewardType: 9,
    status: "Active",
    startDate: "2026-04-01T00:00:00",
    media: [{ url: "/a", orderNo: 4, id: "8" }],
    participantCount: 3,
  }
  const bodyOf = updateBody(campaigns.campaignOf, campaigns.draftOf)
  const draft = campaigns.draftOf(campaigns.campaignOf(campaign))

  it("holds what came where nothing was touched: null, unknown, named, and nothing that was missing", () => {
    const { id: _, participantCount: __, ...sent } = campaign
    expect(bodyOf(draft, campaign)).toEqual(sent)
  })

  it("holds what was changed", () => {
    const body = bodyOf({ ...draft, title: "Kış", status: 3, media: [] }, campaign)
    expect(body).toMatchObject({ title: "Kış", status: 3, media: [], rewardType: 9 })
  })

  it("holds the whole draft where what came is not known", () => {
    expect(bodyOf(draft, undefined)).toEqual({ ...draft })
  })

  it("holds a category that came in a list, and contacts as they came", () => {
    const partner = { id: "1", name: "Kahve", categoryIds: ["4"], contactPersons: ["Ada", null], phones: [905, 906] } as object
    const of = updateBody(partners.partnerOf, partners.draftOf, partners.bodyOf)
    expect(of(partners.draftOf(partners.partnerOf(partner)), partner)).toEqual({
      name: "Kahve",
      categoryId: "4",
      contactPersons: ["Ada", null],
      emails: ["", ""],
      phones: [905, 906],
    })
  })

  it("holds metadata and categories as they came", () => {
    const card = { id: "1", cardName: "Kitap", categories: [3], metadata: { Kod: 1 }, status: 9, validityStart: null }
    const of = updateBody(gifts.giftCardOf, gifts.draftOf, gifts.bodyOf)
    const { id: _, ...sent } = card
    expect(of(gifts.draftOf(gifts.giftCardOf(card)), card)).toEqual(sent)
  })

  it("of a change of one member comes from the record as it was read", async () => {
    const update = vi.fn(async () => ({ value: undefined, status: 204 }))
    const record = campaigns.campaignOf(campaign)
    await patchWith(async () => ({ record, received: campaign, version: "v" }), campaigns.draftOf, update)("1", { status: 3 })
    expect(update).toHaveBeenCalledWith("1", { ...draft, status: 3 }, { version: "v", received: campaign })
  })
})
