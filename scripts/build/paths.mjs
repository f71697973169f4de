import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../", import.meta.url))
export const dist = `${root}dist/`

// Source files at which esbuild begins a chunk: the entry, and some of those that are loaded by `import()`.
export const entry = "src/main.tsx"
export const signIn = "src/app/pages/sign-in/sign-in-pages.ts"
export const publicPages = "src/app/pages/public-pages.ts"
/** Pages without the frame. */
export const openPages = ["src/app/pages/go-draw.tsx", "src/app/pages/go-survey.tsx"]
/** React's packages. */
export const react = "scripts/build/react.js"
/** What every page of a signed-in person needs: sidebar and header, and the effects of a session. */
export const frame = ["src/app/shell/shell.tsx", "src/effects/signed-in.ts"]

/** Whether a source file is the list of a module. */
export const isList = source => /^src\/modules\/.*\/list\.tsx$/.test(source)
