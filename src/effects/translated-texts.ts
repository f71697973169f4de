/**
 * Keeps React's nodes in a page that other programs change (docs/console.md#changed-pages). A translator takes a text out of the page
 * and puts an element in its place: React would remove the text or insert before it in vain, and change it unseen. Such a text is put
 * back, empty, before its translation, which is removed as soon as React writes to the text or removes it.
 */

type Translation = { text: Text; words: string; element: ChildNode }
/** By the text, and by the element that shows its translation. */
const translations = new WeakMap<Node, Translation>()
/** What the console itself has removed. */
const removed = new WeakSet<Node>()

const discard = ({ element }: Translation) => {
  translations.delete(element)
  element.remove()
}

/** A `<font>` that is no translation of another text yet. */
const isNew = (node: Node | null) => node?.nodeName === "FONT" && !translations.has(node)

const onRemoved = (node: Node, { addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) => {
  const known = translations.get(node)
  if (known?.element === node) {
    // The translator shows the original again.
    translations.delete(node)
    known.text.data ||= known.words
  } else if (removed.has(node)) {
    if (known) discard(known)
  } else if (node instanceof Text && !node.parentNode && removedNodes.length === 1) {
    // The translation was put there in the same step, or stands beside the text.
    const element = (addedNodes[0] ?? [previousSibling, nextSibling].find(isNew)) as ChildNode | undefined
    if (!element?.parentNode) return
    const translation = { text: node, words: node.data, element }
    translations.set(node, translation).set(element, translation)
    node.data = ""
    element.before(node)
  }
}

const onChanges = (records: MutationRecord[]) => {
  for (const record of records) {
    const written = translations.get(record.target)
    if (written?.text.data) discard(written)
    for (const node of record.removedNodes) onRemoved(node, record)
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
    removed.add(child)
    return (child.parentNode ? removeChild.call(child.parentNode, child) : child) as T
  }
}
