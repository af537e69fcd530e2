export interface OpenedOnce<Value> {
  /** Opens it at the first use. The next use tries again what failed, such as a file that could not be opened. */
  use(): Promise<Value>
  /** What is open or about to be; undefined when nothing has used it. */
  opened(): Promise<Value> | undefined
}

/** Opens something once, when it is first needed: a process that loads a package later starts sooner. */
export function openOnce<Value>(open: () => Promise<Value>): OpenedOnce<Value> {
  let value: Promise<Value> | undefined
  const forget = (error: unknown) => {
    value = undefined
    throw error
  }
  return { use: () => (value ??= open().catch(forget)), opened: () => value }
}
