import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import type { TokenPair } from "../../src/contract/session"
import { readClaims } from "../../src/state/claims"
import { accounts, codeFor, openBrowser, openContext, type Product, startProduct, type View } from "./kit"

/**
 * What the files of a worker use one after the other, because a start and a cold cache cost more than most tests: a browser, a product
 * on the demonstration's data, and a context for each person. None may depend on what another one has stored.
 */
const ofWorker: { browser?: Browser; product?: Product } = {}
const people = new Map<string, BrowserContext>()

/** A server that lives for a minute spends more on optimizing WebAssembly than it gains; it ends with the worker. */
const flags = ["--liftoff-only", "--import", 'data:text/javascript,process.stdin.resume().on("close",()=>process.exit())']

export const sharedBrowser = async () => {
  if (!ofWorker.browser?.isConnected()) {
    people.clear()
    ofWorker.browser = await openBrowser()
  }
  return ofWorker.browser
}
export const sharedProduct = async () => {
  ofWorker.product ??= await startProduct({ flags })
  return ofWorker.product
}

const callWith = (token: string, method: string, path: string, body?: object) =>
  fetch(`${ofWorker.product?.url}/backend${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  })

type Session = Record<"refreshToken" | "refreshTokenExpiry" | "tokenExpiry" | "user" | "email" | "accessToken", string>
const sessions = new Map<string, Session>()

/** Signs a person in. @returns the session as the console stores it (docs/contract.md#browser-storage) */
const startSession = async (email: string): Promise<Session> => {
  const since = Date.now() - 1000
  const product = await sharedProduct()
  await fetch(`${product.url}/backend/Auth/GetCode/${email}`)
  const query = new URLSearchParams({ email, code: await codeFor(product, email, since) })
  const answer = await fetch(`${product.url}/backend/Auth/GetToken?${query}`)
  const { value } = (await answer.json()) as { value: TokenPair }
  const { role, userId, tenantId, exp = 0 } = readClaims(value.token) ?? { role: "User" }
  return {
    refreshToken: value.refreshToken,
    refreshTokenExpiry: String(Date.parse(value.refreshTokenExpiryTime)),
    tokenExpiry: String(exp * 1000),
    user: JSON.stringify({ email, role, userId, tenantId }),
    email,
    accessToken: value.token,
  }
}

/** How long a kept session is used, ms before its end: so early no page renews its tokens, which would end what others have of them. */
const leastLeftMs = 600_000

/** The person's kept session, or a new one where it has ended. */
const sessionOf = async (email: string): Promise<Session> => {
  const known = sessions.get(email)
  if (known && Number(known.tokenExpiry) - Date.now() > leastLeftMs) {
    const { ok } = await callWith(known.accessToken, "GET", "/tenant/getcurrenttenantid")
    if (ok) return known
  }
  const session = await startSession(email)
  sessions.set(email, session)
  return session
}

/**
 * Makes a call as a person, beside the console: what somebody else does meanwhile.
 * @returns the answer's value; @throws when the API refuses
 */
export const callAs = async <T = unknown>(email: string, method: string, path: string, body?: object): Promise<T> => {
  const answer = await callWith((await sessionOf(email)).accessToken, method, path, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text ? JSON.parse(text) : {}).value
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>

/** The storage of a browser in which a person is signed in. */
const storageWith = (session: Session, cookies: StorageState["cookies"] = []): StorageState => {
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
  return { cookies, origins: [{ origin: ofWorker.product?.url ?? "", localStorage }] }
}
export const storageOf = async (email: string) => storageWith(await startSession(email))

/** Empties a context's storage and stores a session. */
const enter = async (context: BrowserContext, session: Session) =>
  context.setStorageState(storageWith(session, await context.cookies()))

/**
 * Signs staff in on a page of a context of its own, with a session of its own, without the form.
 * @param path where it ends; without one it ends where the role lands
 */
export const signIn = async (page: Page, email: string, path?: string): Promise<void> => {
  await enter(page.context(), await startSession(email))
  await page.goto(path ?? (email === accounts.administrator ? "/admin/dashboard" : "/user/dashboard"))
}

/** Gives a file the worker's product and browser. What a test opens is closed after it, and what the file opens at its end. */
export const provideConsole = () => {
  let product: Product
  let browser: Browser
  const ofFile: (Page | BrowserContext)[] = []
  let opened = ofFile
  const close = async (all: (Page | BrowserContext)[]) => {
    await Promise.all(all.splice(0).map(one => one.close().catch(() => undefined)))
  }
  beforeAll(async () => {
    ;[product, browser] = await Promise.all([sharedProduct(), sharedBrowser()])
  })
  beforeEach(() => {
    opened = []
  })
  afterEach(async () => {
    await close(opened)
    opened = ofFile
  })
  afterAll(() => close(ofFile))

  const openOwn = async (view?: View) => {
    const context = await openContext(browser, product, view)
    opened.push(context)
    return context
  }
  return {
    product: () => product,
    browser: () => browser,
    /** A context of its own: nothing is shared with another visitor. */
    openContext: openOwn,
    /** A page in a context of its own. */
    openPage: async (view?: View): Promise<Page> => (await openOwn(view)).newPage(),
    /** Opens a tab of a person whom all files share. The first of their tabs begins with a storage that holds the session alone. */
    openAs: async (email: string, view: View, path: string): Promise<Page> => {
      const context = people.get(email) ?? (await openContext(browser, product))
      people.set(email, context)
      const { width = 1280, height = 800, dark = false, language = "tr" } = view
      await context.addCookies([{ name: "i18nextLng", value: language, url: product.url }])
      if (!context.pages().length) await enter(context, await sessionOf(email))
      const page = await context.newPage()
      opened.push(page)
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light" })
      await page.goto(path)
      return page
    },
  }
}
