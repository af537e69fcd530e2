import { useEffect, useState } from 'react'
import { localTimeText } from './local-time.ts'

/**
 * The browser's local time when it differs from IST. A cached page cannot contain it: a script fills in `data-local-time` before
 * hydration.
 */
export function LocalTime({ instant }: { instant: string }) {
  const [text, setText] = useState('')
  useEffect(() => setText(localTimeText(instant)), [instant])
  // `inline-block` breaks before the text first: long zone names are wider than a small phone.
  return (
    <span data-local-time={instant} suppressHydrationWarning className="inline-block max-w-full empty:hidden">
      {text}
    </span>
  )
}
