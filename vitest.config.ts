import { defineConfig } from "vitest/config"

const project = (name: string, include: string[], options: object = {}) => ({
  define: { __ICONS__: '"/icons.svg"' },
  test: { name, include, ...options },
})

export default defineConfig({
  test: {
    // By default one core is left idle: of two, that is half of the time.
    maxWorkers: "100%",
    expect: { poll: { timeout: 10_000 } },
    projects: [
      project("unit", ["test/{core,state,effects,ui,app,boot}/**/*.test.{ts,tsx}", "test/*.test.{ts,tsx}"]),
      project("flows", ["test/{modules,flows}/**/*.test.{ts,tsx}"], { testTimeout: 30_000, hookTimeout: 60_000 }),
      project("api", ["test/server/**/*.test.ts"], { testTimeout: 30_000, hookTimeout: 60_000 }),
      project("process", ["test/process/**/*.test.ts"], { testTimeout: 60_000, hookTimeout: 60_000 }),
      project("conventions", ["test/conventions/**/*.test.ts"]),
      project("browser", ["test/browser/**/*.test.ts"], { testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false }),
    ],
  },
})
