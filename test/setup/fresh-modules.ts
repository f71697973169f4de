import { vi } from "vitest"

/** A worker runs many files: each evaluates the product's modules anew, and keeps the packages that are loaded. */
vi.resetModules()
