import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { readClassCalendar } from '#contract/classes/classes.ts'
import { pathOf } from '#contract/client.ts'
import { buttonClass } from '#ui/button.tsx'
import { download, messageOf } from '#web/lib/api.ts'
import { Disclosure } from '#web/lib/disclosure.tsx'
import { useRootData } from '#web/lib/root-data.ts'
import { saveFile } from '#ui/save-file.ts'
import { type CalendarEntry, calendarLinks } from './calendar-links.ts'

interface Props {
  session: CalendarEntry
  /** What the calendar shows: course, and topic or number of the class. */
  title: string
  /** Loads the calendar file, when the person is no signed-in student. */
  file?: () => Promise<{ filename: string; file: Blob }>
}

const failed = 'The file could not be loaded. Please try again.'
const item =
  'flex min-h-11 w-full items-center rounded-sm px-3 text-left text-sm font-semibold hover:bg-accent-soft hover:text-accent'

/** A button that shows ways to put one class into a calendar. */
export function AddToCalendar({ session, title, file: load }: Props) {
  const origin = useRootData()?.publicUrl ?? location.origin
  const [problem, setProblem] = useState('')
  const links = calendarLinks(session, title, origin)
  const save = async () => {
    setProblem('')
    try {
      const { filename, file } = await (load?.() ?? download(pathOf(readClassCalendar.path, { session_id: session.session_id })))
      saveFile(filename, file)
    } catch (error) {
      setProblem(messageOf(error, failed))
    }
  }
  return (
    <Disclosure
      label={
        <>
          <CalendarPlus aria-hidden="true" className="size-4" />
          Add to calendar
        </>
      }
      buttonClass={buttonClass()}
    >
      <ul>
        {[
          ['Google Calendar', links.google],
          ['Outlook.com', links.outlook],
          ['Microsoft 365', links.office],
        ].map(([name, link]) => (
          <li key={name}>
            <a href={link} target="_blank" rel="noopener noreferrer" className={item}>
              {name}
              <span className="sr-only">, opens in a new tab</span>
            </a>
          </li>
        ))}
        <li>
          <button type="button" className={item} onClick={() => void save()}>
            Calendar file (.ics)
          </button>
        </li>
      </ul>
      <p role="status" className={problem ? 'px-3 py-2 text-sm text-bad' : ''}>
        {problem}
      </p>
    </Disclosure>
  )
}
