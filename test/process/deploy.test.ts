import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"

/** The examples of deploy/ (docs/operations.md#install), by the programs that will read them. nginx.conf: `nginx` and `browser/rolling-restart`. */
const folder = mkdtempSync(join(tmpdir(), "campaigns-deploy-"))
const unit = join(folder, "campaign-console@8081.service")
cpSync("deploy/campaign-console.service", unit)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("examples of a deployment", () => {
  it("the unit is right, and exposes little", () => {
    execFileSync("systemd-analyze", ["verify", unit])
    const text = execFileSync("systemd-analyze", ["security", "--offline=true", unit]).toString()
    expect(Number(/exposure level for .*: ([\d.]+)/.exec(text)?.[1])).toBeLessThanOrEqual(2)
  })

  it("the alerts are right, and fire", () => {
    expect(execFileSync("promtool", ["check", "rules", "deploy/alerts.yml"]).toString()).toContain("SUCCESS: 11 rules found")
    for (const file of ["deploy/alerts.yml", "test/process/alerts-fire.yml"]) cpSync(file, join(folder, basename(file)))
    execFileSync("promtool", ["test", "rules", "alerts-fire.yml"], { cwd: folder })
  })
})
