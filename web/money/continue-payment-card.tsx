import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { Picture } from '#web/lib/picture.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay, formatRupees } from '#ui/format.ts'
import { readCancelled, removeCancelled } from './cancelled-payment.ts'
import { findPayable } from './find-payable.ts'
import type { Choice } from './queries.ts'

/** The order whose payment was cancelled, while it can still be paid. */
export default function ContinuePaymentCard() {
  const [choice, setChoice] = useState<Choice | null>(null)
  const remove = () => {
    removeCancelled()
    setChoice(null)
  }
  useEffect(() => {
    const batchId = readCancelled()
    if (!batchId) return
    let left = false
    findPayable(batchId).then(
      (found) => {
        if (left) return
        if (found) setChoice(found)
        else removeCancelled()
      },
      // Unknown is not shown: the card would promise what may not be there.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  if (!choice) return null
  const { course, batch } = choice
  return (
    <section
      aria-labelledby="cancelled-payment"
      className="relative grid grid-cols-[min(4rem,16vw)_minmax(0,1fr)] items-center gap-x-[min(1rem,4vw)] gap-y-3 rounded-lg border border-line bg-surface p-4 pr-[min(3.5rem,15vw)] shadow-card lg:grid-cols-[5rem_minmax(0,1fr)_auto] lg:gap-x-6"
    >
      <p className="col-span-full text-xs font-semibold">Unfinished payment, nothing was charged</p>
      <Picture
        path={course.image}
        alt=""
        width={640}
        height={400}
        eager
        className="aspect-square w-full rounded-md object-cover"
      />
      <div className="min-w-0">
        <h2 id="cancelled-payment" className="text-base leading-snug tracking-normal">
          {course.title}
        </h2>
        <p className="figures text-sm">
          <span className="font-semibold text-signal">
            {formatDay(batch.starts_at)}, {formatClock(batch.starts_at)}
          </span>
          <span className="font-semibold max-md:block md:ml-3">{formatRupees(course.amount)}</span>
        </p>
      </div>
      <div className="col-span-2 -mr-[calc(min(3.5rem,15vw)-1rem)] grid gap-2 md:flex md:flex-wrap lg:col-span-1 lg:mr-0">
        <ButtonLink variant="primary" to={pathTo('start-payment', batch.id)} reloadDocument onClick={removeCancelled}>
          Continue payment
        </ButtonLink>
        <ButtonLink to={pathTo('course', course.id, { tab: 'batches', batch: batch.id })} onClick={removeCancelled}>
          Choose another batch
        </ButtonLink>
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={remove}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  )
}
