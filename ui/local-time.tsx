import { useEffect, useState } from 'react'

/** The browser's local time when it differs from IST. It appears after hydration, because cached pages cannot contain it. */
export function LocalTime({ instant }: { instant: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const at = new Date(instant)
    const show = (timeZone: string) =>
      new Intl.DateTimeFormat('en-IN', {
        timeZone,
        weekday: 'short',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      })
        .format(at)
        .replace(/\b[ap]m\b/, (half) => half.toUpperCase())
    const plain = (timeZone: string) => at.toLocaleString('en-IN', { timeZone })
    if (plain(zone) !== plain('Asia/Kolkata')) setText(`(${show(zone)} for you)`)
  }, [instant])
  // `inline-block` breaks before the text first: long zone names are wider than a small phone.
  return text ? <span className="inline-block max-w-full">{text}</span> : null
}
