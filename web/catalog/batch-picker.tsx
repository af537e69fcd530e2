import { useEffect, useState } from 'react'
import { type Course, listBatches } from '#contract/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { call } from '../lib/api.ts'
import { CompanyFields, StateField, useBuyer } from '../lib/buyer-fields.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { formatRupees } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { BatchFacts } from './batch-facts.tsx'

interface Props {
  course: Course
  chosen: number | null
  /** The batches that the student has a place in. */
  own: ReadonlySet<number>
  onChoose: (batch: number) => void
  onClose: () => void
}

/** Batches as radio cards, fetched again because the page may be cached. Payment pages need a full load for their own CSP. */
export default function BatchPicker({ course, chosen, own, onChoose, onClose }: Props) {
  const buyer = useBuyer()
  const [going, setGoing] = useState(false)
  const [batches, setBatches] = useState(course.upcoming_batches)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let open = true
    // A failure is ignored here: Enroll checks the seats again.
    call(listBatches, { params: { id: course.id } }).then(
      (now) => open && setBatches(now),
      () => undefined,
    )
    return () => {
      open = false
    }
  }, [course.id])
  const choosable = batches.filter((batch) => batch.can_enroll && !own.has(batch.id))
  const isOpen = choosable.some((batch) => batch.id === chosen)
  const enroll = async (batchId: number) => {
    setGoing(true)
    setProblem(undefined)
    const now = await call(listBatches, { params: { id: course.id } }).catch(() => undefined)
    if (now?.some((batch) => batch.id === batchId && batch.can_enroll)) return location.assign(pathTo('start-payment', batchId))
    if (now) setBatches(now)
    setProblem(
      now
        ? 'This batch can not be booked any more. Please choose another one.'
        : 'The seats could not be checked. Please try again.',
    )
    setGoing(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose your batch"
      description={`${course.title}. Total fee ${formatRupees(course.amount)}`}
    >
      {/* The sticky buttons must not cover a focused field. */}
      <form
        className="[&_input]:scroll-mb-48 [&_textarea]:scroll-mb-48"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen !== null && !going && buyer.store()) void enroll(chosen)
        }}
      >
        <fieldset>
          <legend className="sr-only">Upcoming batches</legend>
          {batches.length === 0 ? <p className="text-muted">No dates are set yet.</p> : null}
          <div className="grid gap-3 sm:short:grid-cols-2">
            {batches.map((batch) => (
              <label
                key={batch.id}
                className="flex gap-4 rounded-md border border-line p-4 has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:bg-sunken has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name="batch"
                  value={batch.id}
                  checked={batch.id === chosen && choosable.includes(batch)}
                  disabled={!choosable.includes(batch)}
                  onChange={() => onChoose(batch.id)}
                  className="mt-1.5 size-4.5 shrink-0 accent-accent outline-none"
                />
                <span className="min-w-0">
                  {own.has(batch.id) ? <span className="block text-sm font-semibold text-accent">You are enrolled</span> : null}
                  <BatchFacts batch={batch} />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="mt-4 empty:hidden">
          <CompanyFields buyer={buyer} />
        </div>
        <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8 short:-mx-5 short:mt-4 short:-mb-5 short:px-5 short:py-2.5 [@media(max-height:30rem)_and_(max-width:40rem)]:static [@media(max-height:20rem)]:static sm:short:-bottom-5 sm:short:grid sm:short:grid-cols-2 sm:short:items-center sm:short:gap-x-6">
          {problem ? (
            <div className="col-span-full mb-4">
              <Notice tone="bad" title={problem} />
            </div>
          ) : null}
          <div className="mb-4 sm:short:mb-0">
            <StateField buyer={buyer} inline />
          </div>
          <Button type="submit" size="lg" className="w-full" disabled={!isOpen} pending={going && 'Opening payment…'}>
            Enroll
          </Button>
          {choosable.length > 0 ? (
            // Keeps its height once a batch is chosen, so that nothing moves under the finger.
            <p className={`mt-2 text-center text-sm text-muted short:hidden ${isOpen ? 'invisible' : ''}`}>
              Choose a batch to go on.
            </p>
          ) : null}
        </div>
      </form>
    </Dialog>
  )
}
