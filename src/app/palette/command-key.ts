/** Whether the modifier of commands is ⌘ instead of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const commandKey = isApple ? "⌘" : "Ctrl"
