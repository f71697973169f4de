import { afterAll, describe, expect, it } from "vitest"
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
    ["an unknown option", ["check", "--all"], {}, /^Unknown option '--all'/],
    ["a move without a target", ["move"], {}, /^Set DATABASE_URL to the empty database/],
    [
      "made-up rows for a real database",
      ["grow", "demo"],
      production,
      /^This is not a demonstration\. .* --yes-this-database console$/,
    ],
  ])("refuses %s in words", async (_, args, env, words) => {
    const [code, output] = await admin(args, { DATA_DIR: fresh(), ...env })
    expect([code, output]).toEqual([1, expect.stringMatching(words)])
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
