import { useState } from 'react'

/** A setting of this browser for one person. It holds column names and filters, no records. */
export function useStored<Value>(name: string, initial: Value, isValue: (value: unknown) => value is Value) {
  const key = `console:${name}`
  const [value, setValue] = useState<Value>(() => {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      return isValue(found) ? found : initial
    } catch {
      return initial
    }
  })
  const store = (next: Value) => {
    setValue(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A full or blocked store only loses the setting at the next visit.
    }
  }
  return [value, store] as const
}
