import { useEffect, useState } from 'react'
import { localTimeIn } from './local-time.ts'

/** The browser's local time when it differs from IST. It appears after hydration, because cached pages cannot contain it. */
export function LocalTime({ instant }: { instant: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const local = localTimeIn(Intl.DateTimeFormat().resolvedOptions().timeZone, instant)
    setText(local && `(${local} for you)`)
  }, [instant])
  // `inline-block` breaks before the text first: long zone names are wider than a small phone.
  return text ? <span className="inline-block max-w-full">{text}</span> : null
}
