import { useAccess } from '#console/kit/api/access.ts'
import { Key } from '#console/kit/parts/badge.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { isMac, useDestinations } from './sidebar.tsx'

const everywhere = [
  [[isMac ? '⌘' : 'Ctrl', 'K'], 'Search pages, records and actions'],
  [['?'], 'Show these keys'],
  [['Esc'], 'Close the panel or the dialog'],
  [['Z'], 'Undo, while a message offers it'],
  [['F6'], 'Go to the messages, and back'],
] as const
const inLists = [
  [['/'], 'Search this list'],
  [['J'], 'Next row'],
  [['K'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['E'], 'Edit the row'],
  [['X'], 'Select the row'],
  [['N'], 'New record'],
] as const
const inLeads = [
  [['R'], 'Answer by mail'],
  [['C'], 'Write a note'],
  [['A'], 'Assign the lead to me'],
  [['D'], 'Close the lead'],
  [[isMac ? '⌘' : 'Ctrl', 'Enter'], 'Send, and open the next lead'],
] as const
const inReviews = [
  [['J'], 'Next line'],
  [['K'], 'Line before'],
  [['C'], 'Comment on the line'],
  [['A'], 'Accept the work'],
  [['R'], 'Ask for another attempt'],
  [['N'], 'Next work to review'],
] as const
const inCourseReviews = [
  [['A'], 'Publish, and open the next one'],
  [['D'], 'Do not publish'],
] as const
const inArticles = [
  [['Alt', 'F10'], 'Tools above the text'],
  [['Tab'], 'Item one level in, next cell'],
  [['Shift', 'Tab'], 'Item one level out, cell before'],
  [[isMac ? '⌘' : 'Ctrl', 'Enter'], 'Write below the table'],
] as const
const inWeek = [
  [['J'], 'Next class'],
  [['K'], 'Previous class'],
  [['N'], 'Next week or day'],
  [['P'], 'Previous week or day'],
  [['T'], 'Today'],
  [['W'], 'Show the week'],
  [['D'], 'Show the day by instructor'],
] as const
const inWeekWhenWriting = [
  [['M'], 'Move the class'],
  [['F'], 'Find a free time'],
  [['C'], 'Cancel the open class'],
  [['Space'], 'Move the focused class by arrow keys'],
] as const
const inForms = [[[isMac ? '⌘' : 'Ctrl', 'S'], 'Save']] as const

/** All keys. They never act while somebody types. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const goTo = useDestinations().flatMap(({ key, title }) => (key ? [[['G', key.toUpperCase()], title] as const] : []))
  const { may } = useAccess()
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" wide>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-6">
          <Group title="Everywhere" keys={everywhere} />
          <Group title="In lists" keys={inLists} />
          <Group title="In forms" keys={inForms} />
          <Group title="In the week" keys={may('sessions:write') ? [...inWeek, ...inWeekWhenWriting] : inWeek} />
          {may('pages:write') ? <Group title="In the text of an article" keys={inArticles} /> : null}
          {may('leads:write') ? <Group title="In a lead" keys={inLeads} /> : null}
          {may('reviews:write') ? <Group title="In a review of a course" keys={inCourseReviews} /> : null}
          {may('work:write') ? <Group title="In a review of work" keys={inReviews} /> : null}
        </div>
        <Group title="Go to" keys={goTo} />
      </div>
    </Dialog>
  )
}

function Group({ title, keys }: { title: string; keys: readonly (readonly [readonly string[], string])[] }) {
  return (
    <section>
      <h3 className="mb-2 text-xs font-semibold text-muted">{title}</h3>
      <dl className="grid gap-1.5">
        {keys.map(([pressed, act]) => (
          <div key={act} className="flex items-center justify-between gap-4">
            <dt>{act}</dt>
            <dd className="flex gap-1">
              {pressed.map((key) => (
                <Key key={key} always>
                  {key}
                </Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
