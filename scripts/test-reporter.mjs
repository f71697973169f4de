/** A vitest reporter that prints where the minutes of a run go: seconds of each project, and the slowest test files. */
const count = 20

const secondsOf = module => {
  const { collectDuration, setupDuration, environmentSetupDuration, duration } = module.diagnostic()
  return (collectDuration + setupDuration + environmentSetupDuration + duration) / 1_000
}

const sumUp = files => {
  const sums = new Map()
  for (const { seconds, module } of files) {
    const { name } = module.project
    const sum = sums.get(name) ?? { seconds: 0, files: 0, tests: 0 }
    sum.seconds += seconds
    sum.files++
    sum.tests += [...module.children.allTests()].length
    sums.set(name, sum)
  }
  return [...sums].sort(([, a], [, b]) => b.seconds - a.seconds)
}

const row = (seconds, project, text) => console.log(`  ${seconds.toFixed(1).padStart(6)}  ${project.padEnd(18)} ${text}`)

export default class TestReporter {
  onTestRunEnd(modules) {
    const files = modules.map(module => ({ seconds: secondsOf(module), module }))

    console.log("\nThe projects, s on all workers together:")
    for (const [name, { seconds, files: fileCount, tests }] of sumUp(files))
      row(seconds, name, `${fileCount} files, ${tests} tests`)

    const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, count)
    console.log(`\nThe ${slowest.length} slowest files, s:`)
    for (const { seconds, module } of slowest) row(seconds, module.project.name, module.relativeModuleId)
  }
}
