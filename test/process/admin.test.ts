import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { openEmbedded } from "../../server/src/db/open"
import { accounts } from "../api"
import { fresh, removeFolders, run, seeded } from "./kit"

/** The operator's commands as they are typed. */
afterAll(removeFolders)

const admin = async (args: string[], env: Record<string, string>) => {
  const { ended, output } = run(env, { program: ["admin.js", ...args] })
  return [await ended, output().trim()] as const
}

describe("admin.js", () => {
  const production = { MODE: "production", DATABASE_URL: "postgres://a:b@127.0.0.1:1/console" }

  it.each([
    ["no command", [], {}, /^node dist\/server\/admin\.js COMMAND\n {2}check /],
    ["an unknown command", ["chekc"], {}, /^chekc is no command\./],
    ["a missing argument", ["create-admin"], {}, /^Write: create-admin EMAIL$/],
    ["an unknown option", ["check", "--all"], {}, /^Unknown option '--all'\.$/],
    [
      "an option of another command",
      ["erase-person", "a@b.example", "--dry-run"],
      {},
      /^erase-person has no option --dry-run\.$/,
    ],
    ["a folder without a database", ["unlock", "a@b.example"], {}, /^There is no database in \/.*\.$/],
    ["a file that is not there", ["restore", "/nowhere/file"], {}, /^\/nowhere\/file does not exist\.$/],
    ["a bad setting", ["migrate"], { DATABASE_URL: "console" }, /^DATABASE_URL must be a URL that begins with postgres:/],
    ["a move without a target", ["move"], {}, /^Set DATABASE_URL to the empty database/],
    [
      "made-up rows for a real database",
      ["grow", "demo"],
      production,
      /^This is not a demonstration\. .* --yes-this-database console$/,
    ],
    [
      "them where a setting tells of a deployment",
      ["grow", "demo"],
      { SMTP_URL: "smtp://a.example" },
      /^This is not a demonstration/,
    ],
  ])("refuses %s in words", async (_, args, env, words) => {
    const [code, output] = await admin(args, { DATA_DIR: fresh(), ...env })
    expect([code, output]).toEqual([1, expect.stringMatching(words)])
  })

  it("changes no database of an earlier release, which is backed up first", async () => {
    const dataDir = seeded()
    const { db, close } = await openEmbedded(dataDir)
    await db.execute("delete from schema_migrations where name = (select max(name) from schema_migrations)")
    await close()
    for (const args of [
      ["end-sessions", accounts.elif],
      ["backup", join(dataDir, "file")],
    ])
      expect(await admin(args, { DATA_DIR: dataDir })).toEqual([
        1,
        expect.stringMatching(/^The database is of an earlier release\. /),
      ])
    expect(await admin(["migrate", "--dry-run"], { DATA_DIR: dataDir })).toEqual([0, expect.stringMatching(/^\d{4}_\w+\.sql$/)])
  })

  it("explains a command", async () => {
    expect(await admin(["unlock", "--help"], {})).toEqual([0, expect.stringMatching(/^unlock EMAIL +forgets wrong codes/)])
  })

  it("checks everything that a start needs", async () => {
    const [code, output] = await admin(["check"], { DATA_DIR: seeded(), MODE: "demo", SMTP_URL: "smtp://127.0.0.1:1" })
    expect(output).toMatch(
      /^settings +demo, 127\.0\.0\.1:8080\ndatabase +works, up to date\npictures +the folder works\nmail +✗ /,
    )
    expect(code).toBe(1)
  })
})
