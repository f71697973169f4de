/** Stops the server with the npm that started it: npm that is killed, or whose shell is, leaves its scripts running. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

const intervalMs = 500

/** @returns the name of a process and its parent's number; undefined when it is gone or the system does not tell */
const inspect = pid => {
  try {
    if (process.platform === "linux") {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
      return { name, parent: Number(parent) }
    }
    const [, parent, name] =
      /^\s*(\d+)\s+(.*?)\s*$/.exec(execFileSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" })) ?? []
    return { name: name?.split("/").at(-1)?.replace(/^-/, ""), parent: Number(parent) }
  } catch {
    return undefined
  }
}

const isAlive = pid => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

/**
 * Sends this process SIGTERM when the npm above it has ended. npm runs a script in a shell, which may have replaced
 * itself by the script. Does nothing outside npm, and on Windows, which has no SIGTERM.
 */
export const stopWithNpm = () => {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return
  const shell = process.ppid
  const above = inspect(shell)
  const npm = above && /^(ba|da|z|k|a)?sh$|^busybox$/.test(above.name) ? above.parent : shell
  const timer = setInterval(() => {
    if (process.ppid === shell && isAlive(npm) && (npm === shell || inspect(shell)?.parent === npm)) return
    clearInterval(timer)
    process.kill(process.pid, "SIGTERM")
  }, intervalMs)
  timer.unref()
}
