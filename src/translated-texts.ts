// Without this import esbuild divides the chunk of React.
import "react"

/**
 * Keeps React's nodes in a page that other programs change (docs/console.md#changed-pages). A translator takes a text out of the page
 * and puts an element in its place: React would remove the text or insert before it in vain, and change it unseen. Such a text is put
 * back, empty, before its translation, which is removed as soon as React writes to the text or removes it.
 */

type Translation = { text: Text; words: string; element: ChildNode }
/** By the text, and by the element that shows its translation. */
const translations = new WeakMap<Node, Translation>()

const discard = ({ element }: Translation) => {
  translations.delete(element)
  element.remove()
}

const onChanges = (records: MutationRecord[]) => {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const written = translations.get(target)
    if (written?.text.data) discard(written)
    for (const node of removedNodes) {
      const known = translations.get(node)
      if (known?.element === node) {
        // The translator shows the original again.
        translations.delete(node)
        known.text.data ||= known.words
      } else if (node instanceof Text && !node.parentNode) {
        // Put there in the same step, or a <font> beside the text that translates no other one.
        const isNew = (other: Node | null) => other?.nodeName === "FONT" && !translations.has(other)
        const element = (addedNodes[0] ?? [previousSibling, nextSibling].find(isNew)) as ChildNode | undefined
        // Only React removes a text that is empty because it was put back, and several at once.
        if (!node.data) known && discard(known)
        else if (element?.parentNode && !removedNodes[1]) {
          const translation = { text: node, words: node.data, element }
          translations.set(node, translation).set(element, translation)
          node.data = ""
          element.before(node)
        }
      }
    }
  }
}

export const startTranslatedTexts = (): void => {
  const observer = new MutationObserver(onChanges)
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null) {
    let next = before
    if (next?.parentNode !== this) onChanges(observer.takeRecords())
    // What stands before an element that was moved into another one stands before that one.
    while (next && next.parentNode !== this) next = next.parentNode
    return insertBefore.call(this, node, next) as T
  }
  Node.prototype.removeChild = function <T extends Node>(child: T) {
    if (child.parentNode !== this) onChanges(observer.takeRecords())
    return (child.parentNode ? removeChild.call(child.parentNode, child) : child) as T
  }
}
