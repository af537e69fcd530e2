import { useState } from 'react'

interface Typed {
  value: string
  onChange: (value: string) => void
  /** The error of the form, if any. */
  error?: string | undefined
  /** The value of a text, or null when it can't be read. */
  read: (text: string) => string | null
  /** How a value is written. */
  write: (value: string) => string
  /** What is wrong with a value, in words. */
  check: (value: string) => string | undefined
}

/**
 * A field whose text is read while it is typed and written out in one form when it is left. A text that can't be read stays, is the
 * value, so that the form refuses it, and has its error.
 */
export function useTyped({ value, onChange, error, read, write, check }: Typed) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isTouched, setTouched] = useState(false)
  const own = check(value)
  return {
    value,
    text: typed ?? write(value),
    isTyped: typed !== null,
    isTouched,
    error: error !== undefined || (isTouched && typed === null) ? (own ?? error) : undefined,
    type(text: string) {
      setTyped(text)
      onChange(read(text) ?? text.trim())
    },
    leave() {
      if (typed === null) return
      setTyped(null)
      setTouched(true)
    },
    choose(chosen: string) {
      setTyped(null)
      setTouched(true)
      onChange(chosen)
    },
  }
}

export type TypedField = ReturnType<typeof useTyped>

/** What a page connects with the box: its id, its description, its look. */
export interface BoxProps {
  id: string
  className: string
  required?: boolean
  'aria-label'?: string
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}
