/** Whether a text in the value has NUL or half a surrogate pair, which PostgreSQL can't store. */
export function hasUnstorableText(value: unknown): boolean {
  // Without recursion, because the input may be nested as deeply as its size allows.
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true
    if (typeof next === 'object' && next !== null) for (const entry of Object.entries(next)) waiting.push(...entry)
  }
  return false
}
