import type { RunnerTestFile, RunnerTestSuite } from "vitest"
import { TestRunner } from "vitest"

const repeats = Number(process.env.TEST_REPEATS)

const repeatAll = (suite: RunnerTestSuite) => {
  for (const task of suite.tasks)
    if (task.type === "suite") repeatAll(task)
    else task.repeats = repeats
}

/** Runs each test TEST_REPEATS times more, after the setup of its file: as a second attempt does. */
export default class RepeatRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]) {
    for (const file of files) repeatAll(file)
  }
}
