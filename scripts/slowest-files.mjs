/** A vitest reporter that prints the slowest test files, each with its project. */
const count = 10

export default class SlowestFiles {
  onTestRunEnd(modules) {
    const files = modules.map(module => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return { seconds: (collectDuration + setupDuration + duration) / 1_000, module }
    })
    const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, count)
    console.log(`\nThe ${slowest.length} slowest files, s:`)
    for (const { seconds, module } of slowest)
      console.log(`  ${seconds.toFixed(1).padStart(6)}  ${module.project.name.padEnd(18)} ${module.relativeModuleId}`)
  }
}
