import { useState } from 'react'
import type { Course } from '#contract/catalog.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatRupees } from '../ui/format.ts'
import { BatchFacts } from './batch-facts.tsx'

interface Props {
  course: Course
  chosen: number | null
  onChoose: (batch: number) => void
  onClose: () => void
}

/** Batches as radio cards; paying pages are entered by a full load, since their policy rules the tab. */
export default function BatchPicker({ course, chosen, onChoose, onClose }: Props) {
  const [going, setGoing] = useState(false)
  const choosable = course.upcoming_batches.filter((batch) => batch.can_enroll)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose your batch"
      description={`${course.title}, ${formatRupees(course.amount)} in all`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen === null || going) return
          setGoing(true)
          location.assign(`/razarpayment/${chosen}`)
        }}
      >
        <fieldset>
          <legend className="sr-only">Upcoming batches</legend>
          {course.upcoming_batches.length === 0 ? <p className="text-muted">No dates are set yet.</p> : null}
          <div className="space-y-3">
            {course.upcoming_batches.map((batch) => (
              <label
                key={batch.id}
                className="flex gap-4 rounded-md border border-line p-4 has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:bg-sunken has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name="batch"
                  value={batch.id}
                  checked={batch.id === chosen}
                  disabled={!batch.can_enroll}
                  onChange={() => onChoose(batch.id)}
                  className="mt-1.5 size-4.5 shrink-0 accent-accent outline-none"
                />
                <span className="min-w-0">
                  <BatchFacts batch={batch} />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="sticky -bottom-6 -mx-6 mt-6 border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:px-8">
          <Button type="submit" size="lg" className="w-full" disabled={chosen === null} pending={going && 'Opening payment…'}>
            Enroll
          </Button>
          {chosen === null && choosable.length > 0 ? (
            <p className="mt-2 text-center text-sm text-muted">Choose a batch to go on.</p>
          ) : null}
        </div>
      </form>
    </Dialog>
  )
}
