import { execFileSync, spawn, spawnSync } from "node:child_process"
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { fresh, removeFolders, signIn, untilReady } from "./kit"

/**
 * deploy/Containerfile: built by buildah on a base made of this machine's Node, npm and a few programs (no registry is asked), and
 * started with a read-only root under the user of the image, with the commands that the image names.
 */
const isPossible = process.getuid?.() === 0 && spawnSync("buildah", ["--version"]).status === 0
const reason = isPossible ? "" : " (skipped: it needs root and buildah; Debian: apt-get install buildah)"
const [work, data] = [fresh(), fresh()]
const buildah = (...args: string[]) =>
  execFileSync("buildah", ["--storage-driver=vfs", `--root=${work}/store`, `--runroot=${work}/run`, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "pipe"],
  })

/** The programs of the base: of node:24-bookworm-slim the build uses no others. */
const programs = ["sh", "env", "node", "tar", "gzip", "install", "mkdir", "mv", "uname", "touch", "id"]

const makeBase = (root: string) => {
  for (const folder of ["usr/bin", "usr/lib", "usr/lib64", "etc/ssl/certs", "tmp", "proc", "data", "root"])
    mkdirSync(join(root, folder), { recursive: true })
  for (const folder of ["bin", "lib", "lib64"]) symlinkSync(`usr/${folder}`, join(root, folder))
  for (const program of programs) {
    const file = execFileSync("which", [program], { encoding: "utf8" }).trim()
    cpSync(realpathSync(file), join(root, "usr/bin", program))
    const libraries = spawnSync("ldd", [file], { encoding: "utf8" }).stdout.match(/\/\S+/g) ?? []
    for (const library of libraries.filter(name => existsSync(name))) {
      mkdirSync(join(root, dirname(library)), { recursive: true })
      cpSync(realpathSync(library), join(root, library))
    }
  }
  const npm = dirname(dirname(realpathSync(execFileSync("which", ["npm"], { encoding: "utf8" }).trim())))
  cpSync(npm, join(root, "usr/lib/node_modules/npm"), { recursive: true })
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/bin/npm"))
  // A machine behind a proxy may have an authority of its own.
  const authorities = "/etc/ssl/certs/ca-certificates.crt"
  cpSync(realpathSync(authorities), join(root, authorities))
  writeFileSync(join(root, "root/.npmrc"), `cafile=${authorities}\nprefer-offline=true\n`)
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n")
  writeFileSync(join(root, "etc/group"), "root:x:0:\nnode:x:1000:\n")
}

type Image = { User: string; Env: string[]; Cmd: string[]; WorkingDir: string; Volumes: object; Healthcheck?: { Test: string[] } }
let [root, image] = ["", {} as Image]

/** A command under the image's user, with its environment, its root read-only, /tmp in memory and /data in a folder. */
const command = (args: string[], env: Record<string, string>) => {
  const variables = [...image.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount --bind ${data} ${root}/data`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount -o remount,bind,ro ${root}`,
    `exec chroot --userspec=1000:1000 --groups=1000 ${root} env -i -C ${image.WorkingDir} "$@"`,
  ]
  return ["unshare", "--mount", "sh", "-ec", mounts.join("\n"), "sh", ...variables, ...args]
}
const within = (args: string[], env: Record<string, string> = {}) => {
  const [program = "", ...rest] = command(args, env)
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: "utf8" })
  return [status, `${stdout}${stderr}`.trim()] as const
}

const launch = async () => {
  const env = { PORT: String(await freePort()), HOST: "127.0.0.1", MODE: "demo" }
  const [program = "", ...args] = command(image.Cmd, env)
  const child = spawn(program, args)
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", text => {
      output += text
    })
  const ended = new Promise<number | null>(done => child.once("exit", done))
  const url = `http://127.0.0.1:${env.PORT}/backend`
  await untilReady(url, { child, output: () => output })
  const stop = async () => {
    const from = performance.now()
    child.kill("SIGTERM")
    return { code: await ended, ms: performance.now() - from }
  }
  return { child, url, env, stop }
}

describe.skipIf(!isPossible)(`the image${reason}`, () => {
  beforeAll(() => {
    makeBase(join(work, "base"))
    writeFileSync(join(work, "Containerfile"), "FROM scratch\nADD base /\n")
    const base = "docker.io/library/node:24-bookworm-slim"
    buildah("bud", "--isolation=chroot", "-f", join(work, "Containerfile"), "-t", base, work)
    const cache = join(homedir(), ".npm")
    mkdirSync(cache, { recursive: true })
    const given = ["--format=docker", "--isolation=chroot", "--pull-never", `--volume=${cache}:/root/.npm`]
    buildah("bud", ...given, "-f", "deploy/Containerfile", "--build-arg", "BUILD=abc12345", "-t", "console", ".")
    image = JSON.parse(buildah("inspect", "--type=image", "console")).Docker.config
    root = buildah("mount", buildah("from", "--pull-never", "console").trim()).trim()
    chownSync(data, 1000, 1000)
  }, 900_000)
  afterAll(() => {
    if (root) buildah("umount", "--all")
    removeFolders()
  })

  it("holds the release and no sources, and names an ordinary user", () => {
    expect(image).toMatchObject({ User: "node", WorkingDir: "/opt/campaign-console", Volumes: { "/data": {} } })
    expect(within(["id", "-u"])).toEqual([0, "1000"])
    const folder = join(root, image.WorkingDir)
    expect(
      ["README.md", "LICENSE", "parts.cdx.json", "docs/operations.md"].filter(file => !existsSync(join(folder, file))),
    ).toEqual([])
    expect(["src", "server", "test", "node_modules/typescript"].filter(file => existsSync(join(folder, file)))).toEqual([])
    expect(existsSync(join(root, "source"))).toBe(false)
    const megabytes = Number(execFileSync("du", ["-sm", folder], { encoding: "utf8" }).split("\t")[0])
    expect(megabytes).toBeLessThan(60)
  })

  it("starts with a read-only root, answers, stops within 10 s, and keeps its data", async () => {
    expect(within(["touch", "/opt/campaign-console/file"])).toEqual([1, expect.stringContaining("Read-only file system")])
    const first = await launch()
    const status = readFileSync(`/proc/${first.child.pid}/status`, "utf8")
    expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).toBe("1000")
    expect(readlinkSync(`/proc/${first.child.pid}/root`)).toBe(root)
    expect((await fetch(`${first.url}/healthz`)).headers.get("X-Release")).toMatch(/\+abc12345$/)
    const token = await signIn(first.url)
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
    const made = await fetch(`${first.url}/brand/create`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name: "Kalan marka" }),
    })
    expect(made.status).toBe(200)
    const healthcheck = image.Healthcheck?.Test.slice(1) ?? []
    expect(within(healthcheck, first.env)).toEqual([0, ""])
    const stopped = await first.stop()
    expect(stopped.code).toBe(0)
    expect(stopped.ms).toBeLessThan(10_000)
    expect(within(healthcheck, first.env)[0]).toBe(1)

    const second = await launch()
    const list = await fetch(`${second.url}/brand/list?keyword=Kalan`, { headers })
    expect(await list.text()).toContain("Kalan marka")
    expect((await second.stop()).code).toBe(0)
  })
})
