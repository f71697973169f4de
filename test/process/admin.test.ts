import { chownSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { openEmbedded } from "../../server/src/db/open"
import { accounts } from "../api"
import { sample } from "../rounds"
import { fresh, removeFolders, run, seeded } from "./kit"

/** The operator's commands as they are typed. */
afterAll(removeFolders)

const admin = async (args: string[], env: Record<string, string>) => {
  const { ended, output } = run(env, { program: ["admin.js", ...args] })
  return [await ended, output().trim()] as const
}

const production = { MODE: "production", DATABASE_URL: "postgres://a:b@127.0.0.1:1/console" }
const answers: [what: string, args: string[], env: Record<string, string>, code: number, words: RegExp][] = [
  ["no command", [], {}, 1, /^node dist\/server\/admin\.js COMMAND\n {2}check /],
  ["an unknown command", ["chekc"], {}, 1, /^chekc is no command\./],
  ["a missing argument", ["create-admin"], {}, 1, /^Usage: create-admin EMAIL$/],
  ["an unknown option", ["check", "--all"], {}, 1, /^Unknown option '--all'\.$/],
  [
    "an option of another command",
    ["erase-person", "a@b.example", "--dry-run"],
    {},
    1,
    /^erase-person has no option --dry-run\.$/,
  ],
  ["a folder without a database", ["unlock", "a@b.example"], {}, 1, /^There is no database in \/.*\.$/],
  ["a folder in place of a file", ["backup", "/tmp"], {}, 1, /^\/tmp is a folder: name a file in it\.$/],
  ["a file that is not there", ["restore", "/nowhere/file"], {}, 1, /^\/nowhere\/file does not exist\.$/],
  ["a bad setting", ["migrate"], { DATABASE_URL: "console" }, 1, /^DATABASE_URL must be a URL that begins with postgres:/],
  ["a data folder that no system can make", ["migrate"], { DATA_DIR: "/proc/data" }, 1, /\/proc\/data/],
  ["a question", ["unlock", "--help"], {}, 0, /^unlock EMAIL +forgets wrong codes/],
  ["a move without a target", ["move"], {}, 1, /^Set DATABASE_URL to the empty database/],
  [
    "made-up rows for a real database",
    ["grow", "demo"],
    production,
    1,
    /^This is not a demonstration\. .* --yes-this-database console$/,
  ],
  [
    "them where a setting tells of a deployment",
    ["grow", "demo"],
    { SMTP_URL: "smtp://a.example" },
    1,
    /^This is not a demonstration/,
  ],
]

describe("admin.js", () => {
  it.each(sample(answers, 3))("answers %s in words", async (_, args, env, code, words) => {
    expect(await admin(args, { DATA_DIR: fresh(), ...env })).toEqual([code, expect.stringMatching(words)])
  })

  it("changes no database of an earlier release, which is backed up first", async () => {
    const dataDir = seeded()
    const { db, close } = await openEmbedded(dataDir)
    await db.execute("delete from schema_migrations where name = (select max(name) from schema_migrations)")
    await close()
    for (const args of sample(
      [
        ["end-sessions", accounts.elif],
        ["backup", join(dataDir, "file")],
      ],
      1,
      1,
    ))
      expect(await admin(args, { DATA_DIR: dataDir })).toEqual([
        1,
        expect.stringMatching(/^The database is of an earlier release\. /),
      ])
    expect(await admin(["migrate", "--dry-run"], { DATA_DIR: dataDir })).toEqual([0, expect.stringMatching(/^\d{4}_\w+\.sql$/)])
  })

  it("checks everything that a start needs, and leaves no file of root in the data folder of another user", async () => {
    const [dataDir, user] = [seeded(), 65_534]
    const files = () => readdirSync(dataDir, { recursive: true }).map(name => join(dataDir, String(name)))
    // Only root can give a file away.
    const isRoot = process.getuid?.() === 0
    if (isRoot) for (const file of [dataDir, ...files()]) chownSync(file, user, user)
    const [code, output] = await admin(["check"], { DATA_DIR: dataDir, MODE: "demo", SMTP_URL: "smtp://127.0.0.1:1" })
    expect(output).toMatch(
      /^settings +demo, 127\.0\.0\.1:8080\ndatabase +works, up to date\npictures +the folder works\nmail +✗ The mail server can't be reached\. \(connect ECONNREFUSED 127\.0\.0\.1:1\)$/,
    )
    expect(code).toBe(1)
    if (isRoot) expect(files().filter(file => statSync(file).uid !== user)).toEqual([])
  })
})
