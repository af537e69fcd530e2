/** An element of the sheet's own document; a missing one is a fault of this folder. */
export function find<T extends Element>(id: string, type: abstract new () => T): T {
  const element = document.getElementById(id)
  if (element instanceof type) return element
  throw new Error(`The sheet has no #${id}`)
}
