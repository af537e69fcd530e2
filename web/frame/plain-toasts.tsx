import { useEffect, useState } from 'react'
import { type ToastMessage, toastDurations } from '#web/lib/toast.ts'

/** The fallback when the toaster's code cannot be loaded. */
export function PlainToasts({ messages }: { messages: ToastMessage[] }) {
  const [over, setOver] = useState<ToastMessage[]>()
  useEffect(() => {
    const timer = setTimeout(() => setOver(messages), toastDurations.account)
    return () => clearTimeout(timer)
  }, [messages])
  if (messages.length === 0 || messages === over) return null
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-4 bottom-4 z-60 mx-auto max-w-md space-y-2 sm:mr-0">
      {messages.map(({ text }) => (
        <p key={text} className="rounded-lg border border-line bg-surface p-4 text-sm font-medium shadow-lift">
          {text}
        </p>
      ))}
    </div>
  )
}
