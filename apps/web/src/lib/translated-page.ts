/**
 * Lets the app live through a browser's translation of the page, which replaces texts by elements of its own. React then
 * removes a text that is gone already, or puts something before it, and the browser throws: the screen would be lost. Texts
 * that come and go stand in elements of their own, so nothing is missing; this is for those that a component is handed.
 */
export function liveThroughTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this || child.nodeType !== Node.TEXT_NODE ? (removeChild.call(this, child) as T) : child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const isGone = before?.nodeType === Node.TEXT_NODE && before.parentNode !== this
    return insertBefore.call(this, node, isGone ? null : before) as T
  }
}
