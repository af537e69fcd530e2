import { useEffect, useState } from 'react'

/** Milliseconds without a change before a typed value is asked about. */
const pause = 300

/** A value that has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const key = JSON.stringify(value)
  const [settled, setSettled] = useState({ key, value })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, value: JSON.parse(key) as Value }), pause)
    return () => clearTimeout(timer)
  }, [key])
  return settled.value
}
