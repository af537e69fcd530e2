import { useState } from 'react'
import { errorText } from '#console/kit/api/error-text.ts'
import { Button } from '#ui/button.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from './calls.ts'
import type { RecordOf, Resource, Screen, ScreenOf } from './screen.ts'

interface Props<R extends Resource> {
  screen: ScreenOf<R>
  selected: RecordOf<R>[]
  onClear: () => void
}

interface Done<One> {
  before: One
  after: One
}

const count = (screen: Screen, number: number) =>
  number === 1 ? `1 ${screen.one}` : `${number.toLocaleString('en-IN')} ${screen.title.toLowerCase()}`

/** What can be done with the selected rows. Each record is changed at its own version, so nothing is overwritten. */
export function SelectionBar<R extends Resource>({ screen, selected, onClear }: Props<R>) {
  const { change } = useChanges(screen.resource)
  const [progress, setProgress] = useState<string | null>(null)

  const undo = async (done: Done<RecordOf<R>>[], fields: object) => {
    for (const { before, after } of done) {
      await change(after, Object.fromEntries(Object.keys(fields).map((name) => [name, before[name]])))
    }
  }
  const run = async (bulk: (typeof screen.bulk)[number]) => {
    const done: Done<RecordOf<R>>[] = []
    const failures: { record: RecordOf<R>; error: unknown }[] = []
    for (const [index, record] of selected.entries()) {
      setProgress(`${index + 1} of ${selected.length}`)
      try {
        done.push({ before: record, after: await change(record, bulk.fields) })
      } catch (error) {
        failures.push({ record, error })
      }
    }
    setProgress(null)
    if (done.length > 0) notify(`${count(screen, done.length)} ${bulk.done}.`, () => undo(done, bulk.fields))
    const [first] = failures
    if (first) {
      const others = failures.length > 1 ? ` ${failures.length - 1} more failed.` : ''
      notifyFailure(`${screen.nameOf(first.record)}: ${errorText(first.error)}${others}`)
    } else onClear()
  }
  if (selected.length === 0) return null
  return (
    <section
      aria-label="Selected rows"
      className="absolute inset-x-0 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100%-2rem)] flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2 pl-4 shadow-lift"
    >
      <p role="status" className="figures mr-2 font-semibold">
        {progress ?? `${selected.length} selected`}
      </p>
      {screen.bulk.map((bulk) => (
        <Button key={bulk.label} pending={progress === null ? false : bulk.label} onClick={() => run(bulk)}>
          {bulk.label}
        </Button>
      ))}
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}
