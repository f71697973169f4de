/**
 * `npm run release -- FOLDER`: writes a production installation into a new or empty folder, as a folder and as one archive with its
 * checksum: the build, the server's packages without what only serves development, deploy/, the pages of docs/, the licenses, the
 * list of parts (CycloneDX), and a package.json whose commands work there. It needs Node alone.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { basename, resolve } from "node:path"
import { root } from "./build/paths.mjs"
import { buildIfOutdated } from "./build-if-outdated.mjs"

const [argument, ...others] = process.argv.slice(2)
const folder = argument && resolve(argument)
const fail = text => {
  console.error(text)
  process.exit(1)
}
if (!folder || argument.startsWith("-") || others.length) fail("npm run release -- FOLDER, which is new or empty")
await mkdir(folder, { recursive: true }).catch(({ code }) => fail(`${folder} cannot be made (${code}).`))
if ((await readdir(folder)).length) fail(`${folder} is not empty.`)

const readJson = async path => JSON.parse(await readFile(path, "utf8"))
const product = await readJson(`${root}package.json`)
const server = await readJson(`${root}server/package.json`)
/** The commit; where git does not tell (an image), the variable BUILD, or nothing. */
const commit = () => {
  try {
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }
    return execFileSync("git", ["describe", "--always", "--abbrev=8", "--dirty", "--exclude=*"], options).trim()
  } catch {
    return undefined
  }
}
const id = process.env.BUILD?.trim() || commit()
if (id && !/^[\w.-]{1,64}$/.test(id)) fail("BUILD must be letters, digits, dots and hyphens, 64 at most.")
/** Named by its commit as well: two releases of one version stand beside each other. */
const name = [product.name, product.version, id].filter(Boolean).join("-")
const release = `${folder}/${name}`

await buildIfOutdated()
const isDelivered = path => !/\/docs\/(tour|.*\.png$)/.test(path)
for (const part of ["dist", "deploy", "docs", "LICENSE", "package.json", "package-lock.json", "server/package.json"])
  await cp(root + part, `${release}/${part}`, { recursive: true, filter: isDelivered })
execFileSync("npm", ["ci", "--omit=dev", "--workspace", "server", "--no-audit", "--no-fund"], { cwd: release, stdio: "inherit" })

/** Packages that the build holds: those of the console, and what npm nested under server/ (scripts/build/server.mjs). */
const bundled = new Set(
  Object.keys((await readJson(`${release}/dist/meta.json`)).inputs).flatMap(
    file => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  ),
)
const { packages } = await readJson(`${release}/node_modules/.package-lock.json`)
const installed = Object.keys(packages).filter(path => path.includes("node_modules/") && !packages[path].link)
for (const path of installed) if (path.startsWith("server/")) bundled.add(path)

const parts = new Set()
for (const path of new Set([...installed, ...bundled])) {
  const { name, version } = await readJson(`${root}${path}/package.json`)
  parts.add(`${name}@${version}`)
}
// `--omit=dev` leaves out what a development package needs as well (nodemailer): the list is cut to what is delivered instead.
const list = JSON.parse(
  execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"], {
    cwd: root,
    maxBuffer: 1 << 26,
  }),
)
const own = list.metadata.component
own.name = product.name
own.licenses = []
list.components = list.components.filter(part => parts.has(part["bom-ref"]))
list.dependencies = [
  {
    ref: own["bom-ref"],
    dependsOn: [product, server].flatMap(({ dependencies }) => Object.entries(dependencies).map(d => d.join("@"))),
  },
  ...list.dependencies
    .filter(({ ref }) => parts.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(part => parts.has(part)) })),
]
await writeFile(`${release}/parts.cdx.json`, `${JSON.stringify(list, undefined, 2)}\n`)

if (id) await writeFile(`${release}/dist/server/build.txt`, id)

const licenses = await Promise.all(
  [...bundled].sort().map(async path => {
    const file = (await readdir(root + path)).find(file => /^licen[cs]e/i.test(file))
    const { name, version, license } = await readJson(`${root}${path}/package.json`)
    return `${name} ${version} (${license})\n\n${file ? (await readFile(`${root}${path}/${file}`, "utf8")).trim() : ""}\n`
  }),
)
await writeFile(`${release}/LICENSES-OF-PACKAGES.txt`, licenses.join(`\n${"-".repeat(80)}\n\n`))

const { version, description, type, engines } = product
const scripts = {
  start: "node dist/server/main.js",
  ...Object.fromEntries(["backup", "restore", "move", "grow"].map(name => [`db:${name}`, `node dist/server/admin.js ${name}`])),
}
const dependencies = Object.fromEntries(
  Object.entries(server.dependencies).filter(([name]) => installed.includes(`node_modules/${name}`)),
)
const delivered = {
  name: product.name,
  version,
  private: true,
  license: "SEE LICENSE IN LICENSE",
  description,
  type,
  engines,
  scripts,
}
await writeFile(`${release}/package.json`, `${JSON.stringify({ ...delivered, dependencies }, undefined, 2)}\n`)
await rename(`${release}/deploy/README.md`, `${release}/README.md`)

const removed = [
  "dist/meta.json",
  "server",
  `node_modules/${server.name}`,
  "node_modules/.package-lock.json",
  "package-lock.json",
]
for (const name of await readdir(`${release}/node_modules`, { recursive: true }))
  if (/\.(map|[cm]?ts)$/.test(name)) removed.push(`node_modules/${name}`)
for (const name of removed) await rm(`${release}/${name}`, { recursive: true, force: true })

const archive = `${release}.tar.gz`
execFileSync("tar", ["--owner=0", "--group=0", "--numeric-owner", "-C", folder, "-czf", archive, name])
const checksum = createHash("sha256")
  .update(await readFile(archive))
  .digest("hex")
await writeFile(`${archive}.sha256`, `${checksum}  ${basename(archive)}\n`)
console.log(`\n${archive}\nStart it in ${release} with: node dist/server/main.js`)
