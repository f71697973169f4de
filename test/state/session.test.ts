import { beforeEach, describe, expect, it, vi } from "vitest"
import { unsavedChanges } from "../../src/state/instances"
import {
  codeGiven,
  codeRefused,
  codeRequested,
  codeSent,
  heldLeft,
  maxCountdown,
  personOf,
  renewed,
  restored,
  sentOf,
  session,
  signedInAgain,
  signedOut,
  tokensOf,
  verificationLeft,
  verificationRefused,
  verified,
} from "../../src/state/session"

/** The auth flow of S4, transition by transition; what S3 names is derived from one union. */
const now = 1_800_000_000_000
const email = "elif@y.example"
const elif = { email, role: "TenantAdmin" as const, userId: "1", tenantId: "y" }
const mert = { email: "mert@s.example", role: "TenantAdmin" as const, userId: "2", tenantId: "s" }
const tokens = { token: "a", tokenExpiry: now + 900_000, refreshToken: "r", refreshExpiry: now + 9e8 }

beforeEach(() => {
  unsavedChanges.release()
  signedOut("left")
})

const asked = () => {
  codeRequested(email)
  codeSent(email, 120, now)
}
/** Somebody types into a form; the spy hears that the work is to be kept. */
const typing = () => {
  const keep = vi.fn()
  unsavedChanges.hold({ ask: async () => true, saveDraft: keep })
  return keep
}

describe("the auth flow (S4)", () => {
  const transitions: [string, () => void, object][] = [
    ["idle → requesting a code", () => codeRequested(email), { status: "requesting", email }],
    ["requesting → awaiting verification, with a countdown", asked, { status: "awaiting", sent: { email, seconds: 120 } }],
    [
      "requesting → failed, with the error",
      () => {
        codeRequested(email)
        codeRefused(email, "why")
      },
      { status: "failed", email, error: "why" },
    ],
    [
      "awaiting → verifying",
      () => {
        asked()
        codeGiven()
      },
      { status: "verifying", sent: { email } },
    ],
    [
      "verifying → verified",
      () => {
        asked()
        codeGiven()
        verified(elif, tokens)
      },
      { status: "verified", user: elif, tokens },
    ],
    [
      "verifying → failed, still awaiting the right code",
      () => {
        asked()
        codeGiven()
        verificationRefused("wrong")
      },
      { status: "failed", error: "wrong", sent: { email, endsAt: now + 120_000 } },
    ],
    [
      "failed → verifying on another try",
      () => {
        asked()
        codeGiven()
        verificationRefused("wrong")
        codeGiven()
      },
      { status: "verifying", sent: { email } },
    ],
    [
      "verifying → access denied for an ordinary user, who keeps nothing",
      () => {
        asked()
        codeGiven()
        verified({ ...elif, role: "User" }, tokens)
      },
      { status: "idle", deniedTo: { email, role: "User" } },
    ],
    [
      "awaiting → idle with the address kept, when the person wants another one",
      () => {
        asked()
        verificationLeft()
      },
      { status: "idle", email },
    ],
    [
      "awaiting → idle after 15 minutes, with a message and the address",
      () => {
        asked()
        verificationLeft("verificationExpired")
      },
      { status: "idle", email, notice: "verificationExpired" },
    ],
    [
      "verified → idle by logging out: nothing of the person stays",
      () => {
        verified(elif, tokens)
        signedOut("left")
      },
      { status: "idle", notice: "left" },
    ],
    [
      "verified → idle when the token is over",
      () => {
        verified(elif, tokens)
        signedOut("expired")
      },
      { status: "idle", email, notice: "expired" },
    ],
    [
      "verified → idle by inactivity",
      () => {
        verified(elif, tokens)
        signedOut("inactive")
      },
      { status: "idle", email, notice: "inactive" },
    ],
    [
      "verified → verified with renewed tokens",
      () => {
        verified(elif, tokens)
        renewed({ ...tokens, token: "b" })
      },
      { status: "verified", user: elif, tokens: { ...tokens, token: "b" } },
    ],
    [
      "a renewal that comes after the end changes nothing",
      () => {
        verified(elif, tokens)
        signedOut("left")
        renewed({ ...tokens, token: "b" })
      },
      { status: "idle", notice: "left" },
    ],
    [
      "a code that is given with none awaited changes nothing",
      () => {
        codeGiven()
        verificationRefused("late")
      },
      { status: "idle" },
    ],
  ]
  it.each(transitions)("%s", (_, act, expected) => {
    act()
    expect(session.current).toMatchObject(expected)
    expect(session.held).toBeUndefined()
  })
})

describe("the countdown (S9)", () => {
  it.each([
    [undefined, maxCountdown],
    [0, maxCountdown],
    [-5, maxCountdown],
    [60, 60],
    [90.9, 90],
    [181, maxCountdown],
    [Number.NaN, maxCountdown],
    [1e9, maxCountdown],
  ])("given %j runs for %i seconds", (given, seconds) => {
    codeSent(email, given, now)
    expect(sentOf(session.current)).toMatchObject({ seconds, endsAt: now + seconds * 1000 })
  })

  it("remembers the first one of a verification over resends, and counts those that were automatic", () => {
    codeSent(email, 60, now)
    codeSent(email, 90, now + 60_000, true)
    codeSent(email, 30, now + 150_000)
    expect(sentOf(session.current)).toMatchObject({ firstSeconds: 60, seconds: 30, autoResends: 1, requestedAt: now + 150_000 })
  })

  it("begins anew for another address", () => {
    codeSent(email, 60, now, true)
    codeSent("other@y.example", 90, now)
    expect(sentOf(session.current)).toMatchObject({ firstSeconds: 90, autoResends: 0 })
  })
})

describe("a session that ends over unsaved work", () => {
  it.each(["expired", "inactive"] as const)("%s: the work is kept and its page held for its own person", notice => {
    verified(elif, tokens)
    const keep = typing()
    signedOut(notice)
    expect(keep).toHaveBeenCalledOnce()
    expect([session.held, unsavedChanges.exist(), tokensOf(session.current)]).toEqual([{ user: elif, notice }, true, undefined])
    expect(personOf(session)).toEqual(elif)
  })

  it("by logging out is kept as a draft, and the page let go", () => {
    verified(elif, tokens)
    const keep = typing()
    signedOut("left")
    expect(keep).toHaveBeenCalledOnce()
    expect([session.held, unsavedChanges.exist(), personOf(session)]).toEqual([undefined, false, undefined])
  })

  const held = () => {
    verified(elif, tokens)
    const keep = typing()
    signedOut("expired")
    return keep
  }

  it("goes on when its person is back", async () => {
    held()
    const again = signedInAgain()
    asked()
    codeGiven()
    verified(elif, { ...tokens, token: "new" })
    expect(await again).toBe(true)
    expect([session.held, unsavedChanges.exist(), tokensOf(session.current)?.token]).toEqual([undefined, true, "new"])
  })

  it("goes on when its person is back in another tab", async () => {
    held()
    restored({ status: "verified", user: elif, tokens })
    expect(await signedInAgain()).toBe(true)
    expect(unsavedChanges.exist()).toBe(true)
  })

  it("is let go for anybody else", () => {
    held()
    restored({ status: "verified", user: mert, tokens })
    expect([session.held, unsavedChanges.exist(), personOf(session)]).toEqual([undefined, false, mert])
  })

  it("is let go for an ordinary user, who is refused", () => {
    held()
    verified({ ...elif, role: "User" }, tokens)
    expect([session.held, unsavedChanges.exist(), session.current.status]).toEqual([undefined, false, "idle"])
  })

  it("is given up when somebody else wants to sign in", async () => {
    held()
    const again = signedInAgain()
    heldLeft()
    expect(await again).toBe(false)
    expect([session.held, unsavedChanges.exist(), session.current]).toEqual([
      undefined,
      false,
      { status: "idle", notice: "left" },
    ])
  })

  it("that ends twice is held once", () => {
    const keep = held()
    signedOut("expired")
    expect([session.held, keep.mock.calls.length]).toEqual([{ user: elif, notice: "expired" }, 2])
  })
})

describe("several accounts in a row", () => {
  it("leave the second one nothing of the first", () => {
    verified(elif, tokens)
    typing()
    verified(mert, { ...tokens, token: "m" })
    expect([personOf(session), unsavedChanges.exist(), session.held]).toEqual([mert, false, undefined])
  })
})
