import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ConfigError, readConfig } from "../../server/src/config"
import { hostNames, hostUrls } from "../../server/src/postgres-url"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "campaign-config-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env })
const problemsOf = (env: Record<string, string>) => {
  try {
    read(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const production = {
  SMTP_URL: "smtp://mail.example",
  JWT_SECRET: "j".repeat(32),
  CODE_SECRET: "c".repeat(32),
  BOOTSTRAP_ADMIN_EMAIL: "Admin@Platform.Example",
}

describe("the settings", () => {
  it("have the defaults of the demonstration", () => {
    const { jwtSecret: _, codeSecret: __, ...config } = read()
    expect(config).toMatchObject({
      mode: "demo",
      port: 8080,
      host: "127.0.0.1",
      dataDir: folder,
      codeSendsPerHour: 600,
      codeSendInterval: 0,
      corsOrigins: [],
      trustedProxy: 0,
      timeZone: "Europe/Istanbul",
      defaultLanguage: "tr",
      logLevel: "warn",
    })
  })

  it("of the example of a deployment need their secrets alone", () => {
    const example = parseEnv(readFileSync("deploy/campaign-console.env", "utf8")) as Record<string, string>
    expect(problemsOf(example).slice(0, -1)).toEqual([
      "JWT_SECRET is required in production.",
      "CODE_SECRET is required in production.",
    ])
    expect(read({ ...example, JWT_SECRET: "j".repeat(32), CODE_SECRET: "c".repeat(32) })).toMatchObject({
      mode: "production",
      mailFrom: "Kampanya Konsolu <konsol@example.com>",
      trustedProxy: 1,
    })
  })

  it.each([
    [{}, "demo"],
    [{ MODE: "production", ...production }, "production"],
    [{ ...production }, "production"],
    [{ DATABASE_URL: "postgres://db.example/x", ...production }, "production"],
    [{ DATABASE_URL: "postgres://db.example/x", MODE: "demo" }, "demo"],
    [{ SMTP_URL: "smtp://mail.example", MODE: "demo" }, "demo"],
  ])("%j start in the mode %s", (env: Record<string, string>, mode) => {
    expect(read(env).mode).toBe(mode)
  })

  it.each<[string, Record<string, string>]>([
    ["SMTP_URL", { MODE: "production" }],
    ["SMTP_URL", { DATABASE_URL: "postgres://db.example/x" }],
    ["JWT_SECRET", { JWT_SECRET: "j".repeat(32) }],
    ["CODE_SECRET", { CODE_SECRET: "c".repeat(32) }],
    ["BOOTSTRAP_ADMIN_EMAIL", { BOOTSTRAP_ADMIN_EMAIL: "admin@platform.example" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://console.example" }],
    ["PUBLIC_URL", { PUBLIC_URL: "http://console.example" }],
    ["TRUSTED_PROXY", { TRUSTED_PROXY: "1" }],
    ["CORS_ORIGINS", { CORS_ORIGINS: "https://console.example" }],
    ["S3_URL", { S3_URL: "https://K:S@s3.example/b" }],
    ["MAIL_FROM", { MAIL_FROM: "console@platform.example" }],
    ["METRICS_TOKEN", { METRICS_TOKEN: "x" }],
    ["AI_KEY", { AI_URL: "https://ai.example/v1", AI_MODEL: "m", AI_KEY: "k" }],
    ["AI_URL", { AI_URL: "http://127.0.0.1:1/v1", AI_MODEL: "m" }],
    ["CONTROLLER_TITLE", { CONTROLLER_TITLE: "Ada" }],
    ["CONTROLLER_CONTACT", { CONTROLLER_CONTACT: "kvkk@ada.example" }],
    ["HOST", { HOST: "0.0.0.0" }],
    ["HOST", { HOST: "::" }],
    ["NODE_ENV", { NODE_ENV: "production" }],
  ])("with a sign of a deployment (%s) never make a demonstration unasked: %j", (name, env) => {
    const problems = problemsOf(env)
    expect(problems.filter(problem => problem.startsWith("SMTP_URL is required"))).toHaveLength(1)
    if (!env.MODE) expect(problems.filter(problem => problem.startsWith("MODE"))).toEqual([expect.stringContaining("MODE=demo")])
    expect(problems.join("\n")).toContain(name)
    expect(readdirSync(folder)).toEqual([])
    if (!env.MODE) expect(read({ ...env, MODE: "demo" }).mode).toBe("demo")
  })

  it.each<Record<string, string>>([
    { HOST: "127.0.0.1" },
    { HOST: "localhost" },
    { PUBLIC_URL: "http://localhost:8080" },
    { TRUSTED_PROXY: "0" },
    { NODE_ENV: "development" },
    { PORT: "8081", TIME_ZONE: "Europe/London" },
  ])("with %j still make a demonstration", env => {
    expect(read(env).mode).toBe("demo")
  })

  it("have their schemes in small letters, by which cookies and headers of https are chosen", () => {
    const { publicUrl, aiUrl } = read({
      PUBLIC_URL: "HTTPS://console.example/",
      MODE: "demo",
      AI_URL: "Https://ai.example/V1",
      AI_MODEL: "m",
    })
    expect([publicUrl, aiUrl]).toEqual(["https://console.example", "https://ai.example/V1"])
  })

  it("are stricter in production", () => {
    expect(read(production)).toMatchObject({
      codeSendsPerHour: 5,
      codeSendInterval: 60_000,
      logLevel: "info",
      bootstrapAdminEmail: "admin@platform.example",
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    [{ PORT: "http" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ PORT: "1.5" }, "PORT"],
    [{ CODE_SENDS_PER_HOUR: "0" }, "CODE_SENDS_PER_HOUR"],
    [{ CODE_SEND_INTERVAL: "-1" }, "CODE_SEND_INTERVAL"],
    [{ DATABASE_URL: "mysql://x/y", MODE: "demo" }, "DATABASE_URL"],
    [{ SMTP_URL: "mail.example", MODE: "demo" }, "SMTP_URL"],
    [{ DATABASE_URL: "postgres://user:50%@db.example/x", MODE: "demo" }, "DATABASE_URL"],
    [{ DATABASE_URL: "postgres://user:p@db.example/x%zz", MODE: "demo" }, "DATABASE_URL"],
    [{ SMTP_URL: "smtp://user:50%@mail.example", MODE: "demo" }, "SMTP_URL"],
    [{ S3_URL: "https://K:50%@s3.example/b", MODE: "demo" }, "S3_URL"],
    [{ PUBLIC_URL: "console.example" }, "PUBLIC_URL"],
    [{ AI_URL: "ai.example/v1", AI_MODEL: "m" }, "AI_URL"],
    [{ AI_URL: "https://ai.example/v1" }, "AI_URL"],
    [{ AI_MODEL: "m" }, "AI_URL"],
    [{ AI_KEY: "k" }, "AI_KEY"],
    [{ AI_URL: "https://user:key@ai.example/v1", AI_MODEL: "m" }, "AI_URL"],
    [{ AI_URL: "https://ai.example/v1", AI_MODEL: "m", AI_KEY: "two words" }, "AI_KEY"],
    [{ CORS_ORIGINS: "https://a.example https://b.example/path" }, "CORS_ORIGINS"],
    [{ CORS_ORIGINS: "*" }, "CORS_ORIGINS"],
    [{ TRUSTED_PROXY: "yes" }, "TRUSTED_PROXY"],
    [{ TIME_ZONE: "Mars/Olympus" }, "TIME_ZONE"],
    [{ DEFAULT_LANGUAGE: "de" }, "DEFAULT_LANGUAGE"],
    [{ MODE: "test" }, "MODE"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    [{ JWT_SECRET: "short" }, "JWT_SECRET"],
    [{ BOOTSTRAP_ADMIN_EMAIL: "nobody" }, "BOOTSTRAP_ADMIN_EMAIL"],
    [{ BOOTSTRAP_ADMIN_EMAIL: "öner@platform.example" }, "BOOTSTRAP_ADMIN_EMAIL"],
    [{ MAIL_FROM: "Console" }, "MAIL_FROM"],
    [{ MAIL_FROM: "a@platform.example, b@platform.example" }, "MAIL_FROM"],
    [{ MAIL_FROM: "Console <console@platform>" }, "MAIL_FROM"],
    [{ ...production, CODE_SECRET: production.JWT_SECRET }, "CODE_SECRET"],
  ])("%j are refused by name", (env: Record<string, string>, name) => {
    const problems = problemsOf(env)
    expect(problems.filter(problem => problem.startsWith(name))).toHaveLength(1)
  })

  it.each([
    [
      "postgres://a.example:5432,b.example:5432/x?target_session_attrs=standby",
      "DATABASE_URL has target_session_attrs=standby: it must be read-write.",
    ],
    ["postgres://a.example:5432,b.example:port/x", "DATABASE_URL has a host that is none."],
    ["postgres://a.example:port/x", "DATABASE_URL is no valid URL."],
    ["mysql://a.example/x", "DATABASE_URL must be a URL that begins with postgres:// or postgresql://."],
  ])("a database at %s is refused for what is wrong", (text, problem) => {
    expect(problemsOf({ DATABASE_URL: text, MODE: "demo" })).toEqual([problem])
  })

  it.each([
    ["postgres://a.example/x", "a.example:5432", ["postgres://a.example/x"]],
    [
      "postgres://user:p,w@a.example:6432,b.example,[::1]:5433/x",
      "a.example:6432, b.example:5432, [::1]:5433",
      ["a.example:6432", "b.example", "[::1]:5433"].map(host => `postgres://user:p,w@${host}/x`),
    ],
    [
      "postgres://a.example,b.example/x?sslmode=require&target_session_attrs=read-write",
      "a.example:5432, b.example:5432",
      ["postgres://a.example/x?sslmode=require", "postgres://b.example/x?sslmode=require"],
    ],
  ])("hosts of a database at %s", (text, names, urls) => {
    const { databaseUrl = "" } = read({ DATABASE_URL: text, MODE: "demo" })
    expect([hostNames(databaseUrl), hostUrls(databaseUrl)]).toEqual([names, urls])
  })

  it("a comma in the password is none between hosts", () => {
    const text = "postgres://user:p,w@a.example:5432/x"
    expect(read({ DATABASE_URL: text, MODE: "demo" }).databaseUrl).toBe(text)
  })

  it.each(["Console <console@platform.example>", "Console@Platform.example", "<console@platform.example>"])(
    "take %s as a sender",
    text => {
      expect(read({ MAIL_FROM: text, MODE: "demo" }).mailFrom).toBe(text)
    },
  )

  it("are all checked at once, and every required one is named", () => {
    const problems = problemsOf({ MODE: "production", PORT: "x", TIME_ZONE: "y" })
    for (const name of ["PORT", "TIME_ZONE", "SMTP_URL", "JWT_SECRET", "CODE_SECRET", "BOOTSTRAP_ADMIN_EMAIL"])
      expect(problems.some(problem => problem.startsWith(name))).toBe(true)
  })
})

describe("secrets and addresses in files", () => {
  const fileOf = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }

  it("are read, without the end of the line, and tell of a deployment as others do", () => {
    const { JWT_SECRET, SMTP_URL, ...others } = production
    const files = {
      JWT_SECRET_FILE: fileOf("jwt", `${JWT_SECRET}\n`),
      SMTP_URL_FILE: fileOf("smtp", SMTP_URL),
      METRICS_TOKEN_FILE: "",
    }
    const config = read({ ...others, ...files })
    expect(config).toMatchObject({ mode: "production", jwtSecret: JWT_SECRET, smtpUrl: SMTP_URL })
    expect(config.metricsToken).toBeUndefined()
  })

  it("are refused in words: both ways at once, no file, a folder, an empty file", () => {
    expect(
      problemsOf({
        ...production,
        JWT_SECRET_FILE: fileOf("jwt", "x"),
        DATABASE_URL_FILE: "/nowhere/url",
        S3_URL_FILE: folder,
        AI_KEY_FILE: fileOf("key", "\n"),
      }),
    ).toEqual([
      "DATABASE_URL_FILE: /nowhere/url does not exist.",
      `S3_URL_FILE: ${folder} can't be read (EISDIR).`,
      `AI_KEY_FILE: ${folder}/key is empty.`,
      "Set JWT_SECRET or JWT_SECRET_FILE, not both.",
    ])
  })
})

describe("a rotation of secrets", () => {
  const [old, at] = ["o".repeat(32), "2026-12-01T03:00:00+03:00"]
  it.each<[string, Record<string, string>, string[]]>([
    [
      "no time",
      { JWT_SECRET_BEFORE: old },
      ["JWT_SECRET_BEFORE needs SECRETS_CHANGE_AT, the time from which JWT_SECRET is used."],
    ],
    [
      "a time without zone",
      { CODE_SECRET_BEFORE: old, SECRETS_CHANGE_AT: "2026-12-01T03:00" },
      ["SECRETS_CHANGE_AT must be a time with its zone, such as 2026-12-01T03:00:00+03:00."],
    ],
    ["a day that is none", { SECRETS_CHANGE_AT: "2026-13-01T03:00:00Z" }, [expect.stringContaining("must be a time")]],
    [
      "the same secret",
      { JWT_SECRET_BEFORE: production.JWT_SECRET, SECRETS_CHANGE_AT: at },
      ["JWT_SECRET must be another one than JWT_SECRET_BEFORE."],
    ],
    [
      "a short one",
      { CODE_SECRET_BEFORE: "short", SECRETS_CHANGE_AT: at },
      ["CODE_SECRET_BEFORE must be at least 32 characters long."],
    ],
  ])("with %s is refused", (_, given, problems) => {
    expect(problemsOf({ ...production, ...given })).toEqual(problems)
  })

  it("uses the secret before until its time, and accepts both", () => {
    const env = { ...production, JWT_SECRET_BEFORE: old }
    const [later, now] = [Date.now() + 60_000, Date.now() - 1].map(ms =>
      read({ ...env, SECRETS_CHANGE_AT: new Date(ms).toISOString() }),
    )
    expect([later?.jwtSecret, later?.jwtSecrets]).toEqual([old, [old, production.JWT_SECRET]])
    expect([now?.jwtSecret, now?.jwtSecrets]).toEqual([production.JWT_SECRET, [production.JWT_SECRET, old]])
    expect(now?.codeSecrets).toEqual([production.CODE_SECRET])
  })
})

describe("the demonstration's secrets", () => {
  it("are made once, differ, and are readable by their owner only", () => {
    const first = read()
    expect(first.jwtSecret).toMatch(/^[\w-]{43}$/)
    expect(first.codeSecret).not.toBe(first.jwtSecret)
    expect(read()).toEqual(first)
    for (const name of ["jwt.secret", "code.secret"]) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(["code.secret", "jwt.secret"])
  })

  it("are not made while another setting is wrong", () => {
    expect(problemsOf({ PORT: "x" })).toHaveLength(1)
    expect(readdirSync(folder)).toEqual([])
  })

  it("that were cut short are refused, with the file named, and never used", () => {
    read()
    writeFileSync(join(folder, "jwt.secret"), "")
    expect(() => read()).toThrow(join(folder, "jwt.secret"))
  })

  it("give way to those that are set", () => {
    const jwtSecret = "s".repeat(40)
    expect(read({ JWT_SECRET: jwtSecret, MODE: "demo" }).jwtSecret).toBe(jwtSecret)
    expect(readFileSync(join(folder, "code.secret"), "utf8")).toBe(read().codeSecret)
  })
})
