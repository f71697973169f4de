import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { CurrentWinners } from "../../../../src/app/pages/go-draw/result-card"
import type { Action } from "../../../../src/contract/audit"
import type { Proof, ProofRound } from "../../../../src/contract/draw-proof/proof"
import { type Draw, drawOf, prizeTypes, statuses, voidReasons, winnerStates } from "../../../../src/contract/draws/draws"
import { createFormat } from "../../../../src/core/text/format"
import { Presentation } from "../../../../src/modules/draws/presentation/presentation"
import { slidesOf } from "../../../../src/modules/draws/presentation/slides"
import { Minutes, runnersOf } from "../../../../src/modules/draws/winners/minutes"
import { downloadWinners } from "../../../../src/modules/draws/winners/winners-file"
import { i18n } from "../../../../src/state/instances"
import { hasExtensions } from "../../../extensions"
import { act, click, downloadOf, find, mount, speak, until } from "../../../kit"

/** What a drawn draw is shown and handed out as. */
const winner = (place: number, name: string, more: object = {}) => ({
  place,
  employeeId: `e${place}`,
  name,
  departmentName: "Finans",
  prize: "Bisiklet",
  prizeIndex: 0,
  reserve: false,
  ticket: place + 1847,
  state: winnerStates.value("drawn"),
  ...more,
})
const prize = { name: "Bisiklet", type: prizeTypes.value("physical"), quantity: 2, value: null, imageUrl: null }
const draw: Draw = drawOf({
  id: "41",
  title: "Yaz çekilişi",
  tenantName: "Yeşilova",
  status: statuses.value("drawn"),
  method: 0,
  eligibility: 0,
  prizes: [prize],
  startDate: "2026-05-01T06:00:00.000Z",
  endDate: "2026-05-08T06:00:00.000Z",
  drawDate: "2026-05-09T09:00:00.000Z",
  drawnAt: "2026-05-09T09:01:00.000Z",
  lock: {
    lockHash: "ab".repeat(32),
    lockedAt: "2026-05-08T07:00:00.000Z",
    round: 0,
    entryCount: 1284,
    publicRandomness: { kind: 0 },
  },
  register: { number: 12, hash: "cd".repeat(32) },
  ineligible: [{ employeeId: "e9", name: "Oğuz Işık", ticket: 1909 }],
  winners: [
    winner(0, "Ayşe Yılmaz"),
    winner(1, "=cmd Kaya", { state: winnerStates.value("declined"), reason: voidReasons.value("declined") }),
    winner(2, "İrem Su", { reserve: true, replaces: 1 }),
    winner(3, "Can Er", { reserve: true }),
  ],
})

let unmount: () => Promise<void> = async () => {}
beforeEach(() => {
  speak("tr")
  HTMLDialogElement.prototype.showModal ??= () => {}
  hasExtensions(false)
})
afterEach(async () => {
  await unmount()
  hasExtensions(true)
  vi.restoreAllMocks()
})

const stage = () => document.querySelector(".presentation__stage")?.textContent ?? ""
const key = (name: string) =>
  act(async () => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }))
  })

describe("the presentation", () => {
  it.each([
    ["a drawn draw", draw, false, "title lock prize winners winners reserves summary"],
    ["a locked one", { ...draw, winners: [] }, false, "title lock"],
    ["one whose time has come", { ...draw, winners: [] }, true, "title lock run"],
    ["one without a lock", { ...draw, lock: null, winners: [] }, true, "title run"],
    [
      "one with many winners",
      { ...draw, winners: Array.from({ length: 30 }, (_, place) => winner(place, `Kişi ${place}`) as Draw["winners"][number]) },
      false,
      "title lock prize winners winners winners summary",
    ],
  ])("of %s has its slides in order", (_, shown, canRun, kinds) => {
    expect(
      slidesOf(drawOf(shown), canRun)
        .map(({ kind }) => kind)
        .join(" "),
    ).toBe(kinds)
  })

  it("goes on, back and out by keyboard, and masks names", async () => {
    const onClose = vi.fn()
    ;({ unmount } = await mount(<Presentation draw={draw} canRun={false} onClose={onClose} />))
    expect(stage()).toContain("Yaz çekilişi")
    await key(" ")
    expect(stage()).toContain("abab abab")
    await key("Enter")
    expect(stage()).toContain("2 kazanan")
    await key("ArrowRight")
    expect(stage()).toContain("Ayşe Yılmaz")
    expect(stage()).toContain("Finans · Bilet 1847")
    expect(stage()).not.toContain("İrem")
    await key("ArrowRight")
    expect(stage()).toContain("İrem Su")
    expect(stage()).not.toContain("Kaya")
    await key("m")
    expect(stage()).toContain("A*** Y***")
    expect(stage()).not.toContain("Finans")
    await key("ArrowLeft")
    expect(stage()).not.toContain("İ*** S***")
    await key("End")
    expect(stage()).toContain("/go/draw/41")
    await click(find("button", "Sunumu bitir"))
    expect(onClose).toHaveBeenCalledOnce()
  })
})

it("shows tickets of four digits in the proof as everywhere else", async () => {
  const rules = { prizes: [{ name: "Bisiklet", quantity: 1, reserves: 1 }] } as unknown as Proof["rules"]
  const round = { places: [1847, 1234], replacements: [] } as unknown as ProofRound
  ;({ unmount } = await mount(<CurrentWinners rules={rules} round={round} />))
  expect([...document.querySelectorAll(".proof__tickets li")].map(({ textContent }) => textContent)).toEqual(["1848", "1235"])
})

describe("who ran a draw, in its minutes", () => {
  const entry = (action: Action, name: string) => ({
    action,
    actorName: name,
    actorEmail: `${name.toLowerCase()}@yesilova.example`,
  })
  const person = (name: string) => ({ name, email: `${name.toLowerCase()}@yesilova.example` })

  it.each<[string, ReturnType<typeof entry>[], object]>([
    ["nobody", [entry("update", "Ece")], {}],
    ["the person who ran it", [entry("update", "Can"), entry("run", "Ece"), entry("lock", "Ada")], { runner: person("Ece") }],
    [
      "the person who sent it, and who approved it",
      [entry("run", "Ada"), entry("approve", "Ada"), entry("propose", "Ece"), entry("approve", "Can"), entry("propose", "Ada")],
      { runner: person("Ece"), approver: person("Ada") },
    ],
    [
      "the last run alone",
      [entry("run", "Can"), entry("void", "Can"), entry("run", "Ada"), entry("approve", "Ada"), entry("propose", "Ece")],
      { runner: person("Can") },
    ],
  ])("is %s", (_, entries, people) => {
    expect(runnersOf(entries)).toEqual(people)
  })
})

describe("the file of winners", () => {
  const context = () => ({ t: i18n.t, format: createFormat("tr", "Europe/Istanbul") })

  it("holds everybody, and no formula", async () => {
    const { name, lines } = await downloadOf(async () => downloadWinners(draw, false, context()))
    expect(name).toMatch(/^yaz-çekilişi-kazananlar-.*\.csv$/)
    expect(lines[0]).toContain("Ödül;Durum;Çalışan;Departman;Bilet;Puan;Ödül durumu")
    expect(lines.slice(1).map(line => line.split(";").slice(1, 5).join(" "))).toEqual([
      "Kazanan Ayşe Yılmaz Finans 1847",
      "Kazanan İrem Su Finans 1849",
      "Kazanan '=cmd Kaya Finans 1848",
      "Yedek Can Er Finans 1850",
    ])
  })

  it("masks people for public use, and leaves out who dropped out", async () => {
    const { lines } = await downloadOf(async () => downloadWinners(draw, true, context()))
    expect(lines.map(line => line.replace("\uFEFF", ""))).toEqual([
      "Ödül;Durum;Çalışan;Bilet",
      "Bisiklet;Kazanan;A*** Y***;1847",
      "Bisiklet;Kazanan;İ*** S***;1849",
      "Bisiklet;Yedek;C*** E***;1850",
    ])
  })
})

describe("the minutes", () => {
  // A server that knows the record alone.
  beforeEach(() => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}", { status: 404 }))
  })

  const printed = async (isMasked: boolean) => {
    const print = vi.fn()
    vi.stubGlobal("print", print)
    ;({ unmount } = await mount(<Minutes draw={draw} isMasked={isMasked} onDone={() => {}} />))
    await until(() => expect(print).toHaveBeenCalled())
    vi.unstubAllGlobals()
    return document.querySelector(".print-sheet")?.textContent ?? ""
  }

  /** What the server knows beside the record. */
  const answers: Record<string, object> = {
    "/draw/41/audit": {
      rounds: [
        { lock: { round: 0, lockedAt: "2026-05-08T07:00:00.000Z", reason: null }, drawnAt: "2026-05-09T09:01:00.000Z" },
        {
          lock: { round: 1, lockedAt: "2026-05-09T10:00:00.000Z", reason: "rules", publicRandomness: { kind: "witness" } },
          drawnAt: "2026-05-09T10:05:00.000Z",
          publicValue: "Kırmızı fener 1907",
        },
      ],
    },
    "/audit/list": {
      entries: [{ action: "run", actorEmail: "elif@yesilova.example", actorName: "Elif Arslan" }],
      totalCount: 1,
    },
    "/qr": [{ size: 9, path: "M4 4h1v1h-1z" }],
  }
  it("can be signed: rounds, public value, runner by name, reserves with their prize, all dates with year and zone", async () => {
    hasExtensions(true)
    vi.spyOn(globalThis, "fetch").mockImplementation(async input => {
      const { pathname } = new URL(String(input), location.href)
      return new Response(JSON.stringify({ value: answers[pathname.replace("/backend", "")], isSuccess: true }))
    })
    const text = await printed(false)
    for (const part of [
      "Katılım dönemi1 May 2026 09:00 – 8 May 2026 09:00 GMT+3",
      "Kilitlendiği tarih8 May 2026 10:00 GMT+3",
      "Dış doğrulama değeriTanık: “Kırmızı fener 1907”",
      "18 May 2026 10:00 GMT+39 May 2026 12:01 GMT+3Geçersiz: Kurallara aykırı",
      "Geçerli",
      "Elif Arslan (elif@yesilova.example)",
      "Katılma hakkı olmadığı için geçersiz sayılanlarOğuz Işık (Bilet 1909)",
      "1850Can ErFinansBisiklet: 1. yedek",
    ])
      expect(text).toContain(part)
    expect(document.querySelector(".print-sheet .qr-code path")?.getAttribute("d")).toBe("M4 4h1v1h-1z")
  })

  it("hold rules, dates, lock code, winners, reserves, replacements and places for signatures", async () => {
    const text = await printed(false)
    for (const part of [
      "Çekiliş sonuç tutanağı",
      "Rastgele",
      "1.284",
      "abab abab",
      "Kayıt defteriNo 12, cdcd cdcd",
      "Ayşe Yılmaz",
      "İrem Su",
      "Can Er",
      "/go/draw/41",
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/Listeden çıkanlar.*=cmd Kaya.*Reddetti/)
    expect(text).toMatch(/Düzenleyen.*Tanık/)
    const kept = [...document.querySelectorAll(".print-sheet [translate=no]")].map(part => part.textContent)
    expect(kept).toEqual(expect.arrayContaining(["Ayşe Yılmaz", "İrem Su", "Can Er", expect.stringContaining("abab abab")]))
  })

  it("mask people for public use", async () => {
    const text = await printed(true)
    expect(text).toContain("A*** Y***")
    expect(text).not.toMatch(/Ayşe|Finans|Kaya/)
  })
})
