import { execFileSync, spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { accounts } from "../api"
import { endAll, fresh, removeFolders, seeded, untilReady } from "./kit"

/** What `npm run release` writes, unpacked as operators do it (docs/operations.md#install). */
const [made, target] = [fresh(), fresh()]
let release = ""
const read = (file: string) => readFileSync(join(release, file), "utf8")

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/release.mjs", join(made, "new")], {
    env: { ...process.env, npm_config_prefer_offline: "true" },
  })
  const archive = readdirSync(join(made, "new")).find(file => file.endsWith(".tar.gz")) ?? ""
  execFileSync("sha256sum", ["--check", `${archive}.sha256`], { cwd: join(made, "new") })
  execFileSync("tar", ["-xzf", join(made, "new", archive), "-C", target, "--no-same-owner"])
  release = join(target, archive.replace(".tar.gz", ""))
})
afterAll(async () => {
  await endAll()
  removeFolders()
})

/** Runs a command as it is typed, in the release. @returns code and output */
/** @param command `~`: a space within an argument */
const typed = (command: string, env: Record<string, string>) => {
  const [program = "", ...args] = command.split(" ").map(part => part.replace("~", " "))
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: release,
    env: { PATH: process.env.PATH, HOME: target, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 26,
  })
  return [status, `${stdout}${stderr}`] as const
}

/** The names of packages in a folder, nested ones too. */
const packagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => !name.startsWith("."))
    .flatMap(name => (name.startsWith("@") ? readdirSync(join(folder, name)).map(one => `${name}/${one}`) : name))
    .flatMap(name => {
      const nested = join(folder, name, "node_modules")
      return [name, ...(existsSync(nested) ? packagesIn(nested) : [])]
    })

describe("a release", () => {
  it("has its README, pages, licenses and examples, and the links of README and operations lead to files", () => {
    for (const page of ["README.md", "docs/operations.md"]) {
      const links = [...read(page).matchAll(/\]\(([^)\s#]+)(#[^)]*)?\)/g)].map(([, link = ""]) => link)
      const broken = links.filter(link => !/^https?:/.test(link) && !existsSync(join(release, dirname(page), link)))
      expect(broken).toEqual([])
    }
    for (const file of ["LICENSE", "LICENSES-OF-PACKAGES.txt", "deploy/nginx.conf"]) expect(read(file)).not.toBe("")
    expect(readdirSync(release, { recursive: true }).filter(file => /\.(map|ts|tsx)$/.test(String(file)))).toEqual([])
  })

  it("lists its parts: what is installed, and what the build holds", () => {
    const { components } = JSON.parse(read("parts.cdx.json")) as { components: { name: string; group?: string; licenses?: [] }[] }
    const names = components.map(part => (part.group ? `${part.group}/${part.name}` : part.name))
    const installed = packagesIn(join(release, "node_modules"))
    expect(names).toEqual(expect.arrayContaining([...installed, "react", "react-dom", "valtio", "wouter", "drizzle-orm"]))
    expect(names.length).toBe(installed.length + 9)
    expect(read("docs/operations.md")).toContain(`${installed.length} packages`)
    expect(components.filter(({ licenses }) => !licenses?.length)).toEqual([])
  })

  it("starts as a demonstration, names its build, and stops", async () => {
    const port = await freePort()
    const env = { PATH: process.env.PATH, DATA_DIR: seeded(), PORT: String(port), MODE: "demo" }
    const child = spawn(process.execPath, ["dist/server/main.js"], { cwd: release, env })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", text => (output += text))
    const url = `http://127.0.0.1:${port}`
    await untilReady(`${url}/backend`, { child, output: () => output })
    const { version } = JSON.parse(read("package.json")) as { version: string }
    const named = (await fetch(`${url}/backend/healthz`)).headers.get("X-Release")
    expect(named).toMatch(/^\d+\.\d+\.\d+\+[\w.-]+$/)
    expect(named?.split("+")[0]).toBe(version)
    expect(await (await fetch(`${url}/login`)).text()).toContain("<html")
    child.kill("SIGTERM")
    expect(await new Promise(done => child.once("exit", done))).toBe(0)
  })

  it("has each command that docs/operations.md names, and it works", () => {
    const page = read("docs/operations.md")
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> }
    const ofSources = ["build", "configure", "release", "test:long"]
    const named = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name).filter(name => !ofSources.includes(name))
    expect(named.filter(name => !(name in scripts))).toEqual([])

    const [env, file] = [{ DATA_DIR: seeded(), MODE: "demo" }, join(target, "backup.gz")]
    const empty = { DATA_DIR: fresh(), MODE: "demo" }
    const commands: [command: string, env: Record<string, string>, words: RegExp, code?: number][] = [
      [`npm run db:backup -- ${file}`, env, /^users +\d{3}/m],
      [`npm run db:restore -- ${file}`, empty, /^users +\d{3}/m],
      ["npm run db:grow -- demo", empty, /db:grow/],
      ["npm run db:move", env, /Set DATABASE_URL to the empty database/, 1],
      ["node dist/server/admin.js check", env, /works, up to date/],
      ["node dist/server/admin.js create-admin yeni@platform.example", env, /may sign in/],
      [`node dist/server/admin.js unlock ${accounts.elif}`, env, /Wrong codes forgotten: 0/],
      [`node dist/server/admin.js allow-codes ${accounts.elif}`, env, /./],
      [`node dist/server/admin.js reset-passkeys ${accounts.elif}`, env, /./],
      [`node dist/server/admin.js end-sessions ${accounts.elif}`, env, /Sessions ended: /],
      [`node dist/server/admin.js export-person ${accounts.elif}`, env, /"email": /],
      [`node dist/server/admin.js export-company Yeşilova~Grup ${join(target, "company.gz")}`, env, /^tenants +4$/m],
      [`node dist/server/admin.js erase-person ${accounts.user}`, env, /is erased/],
      ["node dist/server/admin.js maintenance Bakım --read-only", env, /Announced/],
      ["node dist/server/admin.js maintenance off", env, /Lifted/],
      ["node dist/server/admin.js migrate --dry-run", env, /The database is up to date/],
      ["node dist/server/admin.js clean-texts --dry-run", env, /./],
    ]
    const [, help] = typed("node dist/server/admin.js --help", {})
    const names = [...help.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = ""]) => name)
    const tried = commands.map(([command]) => command.split(" ")[2]?.replace("db:", ""))
    expect(new Set(tried)).toEqual(new Set(names))
    expect(names.filter(name => !page.includes(`\`${name}`))).toEqual([])
    for (const [command, given, words, code] of commands)
      expect([command, ...typed(command, given)]).toEqual([command, code ?? 0, expect.stringMatching(words)])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})
