/** Returns an element of the sheet. @throws Error when the sheet has no such element */
export function find<T extends Element>(id: string, type: abstract new () => T): T {
  const element = document.getElementById(id)
  if (element instanceof type) return element
  throw new Error(`The sheet has no #${id}`)
}
