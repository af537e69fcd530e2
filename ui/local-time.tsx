import { useEffect, useState } from 'react'

/** The reader's own wall clock beside IST, only where the two differ; kept pages can't know it before hydration. */
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
  // Whole on a line of its own before it breaks: zones with long names are wider than a small phone has room for.
  return text ? <span className="inline-block max-w-full">{text}</span> : null
}
