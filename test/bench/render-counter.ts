/** What runs in a page to count React's work. The names of the hook and of a fiber's fields are React's own. */

export type Work = { commits: number; renders: number }

type Fiber = { tag: number; flags: number; child: Fiber | null; sibling: Fiber | null; alternate: Fiber | null }

/**
 * Counts commits and renders of components as `work`, by the hook that React offers to its developer tools.
 * Runs in the page before its scripts.
 */
export const countRenders = () => {
  const work: Work = { commits: 0, renders: 0 }
  /** Tags of functions, `forwardRef`, `memo` and `memo` of a plain function. */
  const components = new Set([0, 11, 14, 15])
  const performedWork = 1
  const visit = (fiber: Fiber) => {
    const { alternate } = fiber
    if (components.has(fiber.tag) && (!alternate || fiber.flags & performedWork)) work.renders++
    // Where the children are the same objects, nothing below was rendered.
    if (alternate && alternate.child === fiber.child) return
    for (let child = fiber.child; child; child = child.sibling) visit(child)
  }
  Object.assign(globalThis, {
    work,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
        work.commits++
        visit(root.current)
      },
    },
  })
}
