import { consoleIcons } from "./console-icons"
import { addIcons } from "./icon"

/** Makes the icons of {@link consoleIcons} available. Lazily loaded pages that show them import this file. */
addIcons(consoleIcons)
