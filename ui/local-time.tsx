import { useSyncExternalStore } from 'react'
import { localTimeText } from './local-time.ts'

const neverChanges = () => () => undefined
const noText = () => ''

/**
 * The browser's local time when it differs from IST. A cached page cannot contain it: a script fills in `data-local-time` before
 * hydration.
 */
export function LocalTime({ instant }: { instant: string }) {
  // What the browser renders has its text at once; what hydrates has it in the next render.
  const text = useSyncExternalStore(neverChanges, () => localTimeText(instant), noText)
  // `inline-block` breaks before the text first: long zone names are wider than a small phone.
  return (
    <span data-local-time={instant} suppressHydrationWarning className="inline-block max-w-full empty:hidden">
      {text}
    </span>
  )
}
