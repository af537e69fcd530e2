/** Milliseconds after which the keys act again, should the next lead not be shown. */
const longestHold = 3000

let held: { from: number; key: string | null; timer: number } | null = null

function swallow(event: KeyboardEvent): void {
  if (!held || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  const key = event.key.toLowerCase()
  if (held.key === null && (key === 'r' || key === 'c')) held.key = key
}

/** Holds back letters until the lead after this one is shown, so that none of them acts on the wrong lead. */
export function holdKeys(from: number): void {
  releaseKeys()
  held = { from, key: null, timer: window.setTimeout(releaseKeys, longestHold) }
  document.addEventListener('keydown', swallow, true)
}

/** Keeps a key for the lead that opens next. @returns true */
export function keepKey(key: 'r' | 'c'): true {
  // No lead has this number.
  holdKeys(0)
  if (held) held.key = key
  return true
}

/** Lets the keys act again. @returns the R or C that was pressed meanwhile */
export function releaseKeys(): string | null {
  if (!held) return null
  const { key, timer } = held
  clearTimeout(timer)
  document.removeEventListener('keydown', swallow, true)
  held = null
  return key
}

/** Whether keys wait for this lead. */
export const areKeysHeldFor = (id: number) => held !== null && held.from !== id
