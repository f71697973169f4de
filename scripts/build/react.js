/** React's packages. They share one chunk, which stays cached when the console changes: an entry, which each screen imports (groups.mjs). */
import "react"
import "react/jsx-runtime"
import "react-dom"
import "react-dom/client"
