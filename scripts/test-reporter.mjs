/** A vitest reporter that prints the slowest test files, each with its project, and the tests that passed at a second attempt. */
const count = 10

export default class TestReporter {
  onTestRunEnd(modules) {
    const files = modules.map(module => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return { seconds: (collectDuration + setupDuration + duration) / 1_000, module }
    })
    const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, count)
    console.log(`\nThe ${slowest.length} slowest files, s:`)
    for (const { seconds, module } of slowest)
      console.log(`  ${seconds.toFixed(1).padStart(6)}  ${module.project.name.padEnd(18)} ${module.relativeModuleId}`)

    const repeated = modules.flatMap(module => [...module.children.allTests()].filter(test => test.diagnostic()?.flaky))
    if (!repeated.length) return
    console.log("\nPassed at the second attempt:")
    for (const test of repeated) {
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`)
      for (const { message } of test.result().errors ?? []) console.log(`    ${message?.split("\n")[0]}`)
    }
  }
}
