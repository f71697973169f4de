import { beforeEach, describe, expect, it, vi } from "vitest"
import { unsavedChanges } from "../../src/state/instances"
import {
  codeRequested,
  codeRequestFailed,
  codeSent,
  codeSubmitted,
  currentUser,
  maxCountdownSeconds,
  pausedSessionAbandoned,
  sentCode,
  session,
  sessionRestored,
  sessionTokens,
  signedOut,
  tokensRenewed,
  untilSessionResumed,
  verificationAbandoned,
  verificationFailed,
  verified,
} from "../../src/state/session"

/** The auth flow, transition by transition; what other code asks for is derived from one union (docs/console.md#session). */
const now = 1_800_000_000_000
const email = "elif@y.example"
const elif = { email, role: "TenantAdmin" as const, userId: "1", tenantId: "y" }
const mert = { email: "mert@s.example", role: "TenantAdmin" as const, userId: "2", tenantId: "s" }
const tokens = { token: "a", tokenExpiry: now + 900_000, refreshToken: "r", refreshExpiry: now + 9e8 }

beforeEach(() => {
  unsavedChanges.clear()
  signedOut("left")
})

const asked = () => {
  codeRequested(email)
  codeSent(email, 120, now)
}
/** Somebody types into a form; the spy hears that the work is to be kept. */
const typing = () => {
  const keep = vi.fn()
  unsavedChanges.register({ ask: async () => true, saveDraft: keep })
  return keep
}

describe("the auth flow", () => {
  const transitions: [string, () => void, object][] = [
    ["idle → requesting a code", () => codeRequested(email), { status: "requesting", email }],
    ["requesting → awaiting verification, with a countdown", asked, { status: "awaiting", sent: { email, seconds: 120 } }],
    [
      "requesting → failed, with the error",
      () => {
        codeRequested(email)
        codeRequestFailed(email, "why")
      },
      { status: "failed", email, error: "why" },
    ],
    [
      "awaiting → verifying",
      () => {
        asked()
        codeSubmitted()
      },
      { status: "verifying", sent: { email } },
    ],
    [
      "verifying → verified",
      () => {
        asked()
        codeSubmitted()
        verified(elif, tokens)
      },
      { status: "verified", user: elif, tokens },
    ],
    [
      "verifying → failed, still awaiting the right code",
      () => {
        asked()
        codeSubmitted()
        verificationFailed("wrong")
      },
      { status: "failed", error: "wrong", sent: { email, endsAt: now + 120_000 } },
    ],
    [
      "failed → verifying on another try",
      () => {
        asked()
        codeSubmitted()
        verificationFailed("wrong")
        codeSubmitted()
      },
      { status: "verifying", sent: { email } },
    ],
    [
      "verifying → access denied for an ordinary user, who keeps nothing",
      () => {
        asked()
        codeSubmitted()
        verified({ ...elif, role: "User" }, tokens)
      },
      { status: "idle", deniedTo: { email, role: "User" } },
    ],
    [
      "awaiting → idle with the address kept, when the person wants another one",
      () => {
        asked()
        verificationAbandoned()
      },
      { status: "idle", email },
    ],
    [
      "awaiting → idle after 15 minutes, with a message and the address",
      () => {
        asked()
        verificationAbandoned("verificationExpired")
      },
      { status: "idle", email, reason: "verificationExpired" },
    ],
    [
      "verified → idle by logging out: nothing of the person stays",
      () => {
        verified(elif, tokens)
        signedOut("left")
      },
      { status: "idle", reason: "left" },
    ],
    [
      "verified → idle when the token is over",
      () => {
        verified(elif, tokens)
        signedOut("expired")
      },
      { status: "idle", email, reason: "expired" },
    ],
    [
      "verified → idle by inactivity",
      () => {
        verified(elif, tokens)
        signedOut("inactive")
      },
      { status: "idle", email, reason: "inactive" },
    ],
    [
      "verified → verified with renewed tokens",
      () => {
        verified(elif, tokens)
        tokensRenewed({ ...tokens, token: "b" })
      },
      { status: "verified", user: elif, tokens: { ...tokens, token: "b" } },
    ],
    [
      "a renewal that comes after the end changes nothing",
      () => {
        verified(elif, tokens)
        signedOut("left")
        tokensRenewed({ ...tokens, token: "b" })
      },
      { status: "idle", reason: "left" },
    ],
    [
      "a code that is given with none awaited changes nothing",
      () => {
        codeSubmitted()
        verificationFailed("late")
      },
      { status: "idle" },
    ],
  ]
  it.each(transitions)("%s", (_, act, expected) => {
    act()
    expect(session.current).toMatchObject(expected)
    expect(session.paused).toBeUndefined()
  })
})

describe("the countdown", () => {
  it.each([
    [undefined, maxCountdownSeconds],
    [0, maxCountdownSeconds],
    [-5, maxCountdownSeconds],
    [60, 60],
    [90.9, 90],
    [181, maxCountdownSeconds],
    [Number.NaN, maxCountdownSeconds],
    [1e9, maxCountdownSeconds],
  ])("given %j runs for %i seconds", (given, seconds) => {
    codeSent(email, given, now)
    expect(sentCode(session.current)).toMatchObject({ seconds, endsAt: now + seconds * 1000 })
  })

  it("remembers the first one of a verification over resends, and counts those that were automatic", () => {
    codeSent(email, 60, now)
    codeSent(email, 90, now + 60_000, true)
    codeSent(email, 30, now + 150_000)
    expect(sentCode(session.current)).toMatchObject({ firstSeconds: 60, seconds: 30, autoResends: 1, requestedAt: now + 150_000 })
  })

  it("begins anew for another address", () => {
    codeSent(email, 60, now, true)
    codeSent("other@y.example", 90, now)
    expect(sentCode(session.current)).toMatchObject({ firstSeconds: 90, autoResends: 0 })
  })
})

describe("a session that ends over unsaved work", () => {
  it.each(["expired", "inactive"] as const)("%s: the work is kept and its page held for its own person", reason => {
    verified(elif, tokens)
    const keep = typing()
    signedOut(reason)
    expect(keep).toHaveBeenCalledOnce()
    expect([session.paused, unsavedChanges.exist(), sessionTokens(session.current)]).toEqual([
      { user: elif, reason },
      true,
      undefined,
    ])
    expect(currentUser(session)).toEqual(elif)
  })

  it("by logging out is kept as a draft, and the page let go", () => {
    verified(elif, tokens)
    const keep = typing()
    signedOut("left")
    expect(keep).toHaveBeenCalledOnce()
    expect([session.paused, unsavedChanges.exist(), currentUser(session)]).toEqual([undefined, false, undefined])
  })

  const held = () => {
    verified(elif, tokens)
    const keep = typing()
    signedOut("expired")
    return keep
  }

  it("goes on when its person is back", async () => {
    held()
    const again = untilSessionResumed()
    asked()
    codeSubmitted()
    verified(elif, { ...tokens, token: "new" })
    expect(await again).toBe(true)
    expect([session.paused, unsavedChanges.exist(), sessionTokens(session.current)?.token]).toEqual([undefined, true, "new"])
  })

  it("goes on when its person is back in another tab", async () => {
    held()
    sessionRestored({ status: "verified", user: elif, tokens })
    expect(await untilSessionResumed()).toBe(true)
    expect(unsavedChanges.exist()).toBe(true)
  })

  it("is let go for anybody else", () => {
    held()
    sessionRestored({ status: "verified", user: mert, tokens })
    expect([session.paused, unsavedChanges.exist(), currentUser(session)]).toEqual([undefined, false, mert])
  })

  it("is let go for an ordinary user, who is refused", () => {
    held()
    verified({ ...elif, role: "User" }, tokens)
    expect([session.paused, unsavedChanges.exist(), session.current.status]).toEqual([undefined, false, "idle"])
  })

  it("is given up when somebody else wants to sign in", async () => {
    held()
    const again = untilSessionResumed()
    pausedSessionAbandoned()
    expect(await again).toBe(false)
    expect([session.paused, unsavedChanges.exist(), session.current]).toEqual([
      undefined,
      false,
      { status: "idle", reason: "left" },
    ])
  })

  it("that ends twice is held once", () => {
    const keep = held()
    signedOut("expired")
    expect([session.paused, keep.mock.calls.length]).toEqual([{ user: elif, reason: "expired" }, 2])
  })
})

describe("several accounts in a row", () => {
  it("leave the second one nothing of the first", () => {
    verified(elif, tokens)
    typing()
    verified(mert, { ...tokens, token: "m" })
    expect([currentUser(session), unsavedChanges.exist(), session.paused]).toEqual([mert, false, undefined])
  })
})
