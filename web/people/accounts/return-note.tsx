import { findPage, type PageName } from '#contract/pages.ts'
import { useReturnTo } from '#web/lib/use-return-to.ts'

const toCourses = 'After this you continue to your courses.'
const notes: Partial<Record<PageName, string>> = {
  'start-payment': 'Your batch stays chosen. After this you continue with the payment.',
  'verify-payment': 'After this you see the result of your payment.',
  'enrolled-courses': toCourses,
  room: toCourses,
  videos: toCourses,
  'my-payments': 'After this you continue to your payments.',
}

/** Says where a sign-in page leads to, when the visitor came from a page that needed it. */
export function ReturnNote() {
  const returnTo = useReturnTo()
  const page = returnTo ? findPage(returnTo.split(/[?#]/)[0] ?? '') : undefined
  const note = page ? notes[page.name] : undefined
  return note ? <p className="rounded-md bg-signal-soft px-4 py-3 text-sm font-semibold text-signal">{note}</p> : null
}
