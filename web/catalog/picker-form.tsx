import { useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Course, listBatches } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { call } from '#web/lib/api.ts'
import { CouponField } from '#web/lib/coupon/coupon-field.tsx'
import { useCoupon } from '#web/lib/coupon/use-coupon.ts'
import type { OwnPrices } from '#web/lib/own-price/use-own-prices.ts'
import type { ShownPrice } from '#web/lib/own-price/shown-price.ts'
import { usePlans } from '#web/lib/plan/use-plans.ts'
import { CompanyFields, StateField, useBuyer } from '#web/lib/buyer-fields.tsx'
import { useHydratedForm } from '#web/lib/use-hydrated-form.ts'
import { Button } from '#ui/button.tsx'
import { formatLongDay, formatRupees } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { BatchFacts } from './batch-facts.tsx'
import { isFull } from './is-full.ts'
import { chooseBatch, useChosenBatch } from './chosen-batch.ts'
import { useOwnBatches } from './own-batches.ts'

/**
 * Batches as radio cards, fetched again when the dialog opens, because the page may be cached. Payment pages need a full load for their own
 * CSP.
 */
export default function PickerForm({ course, prices }: { course: Course; prices: OwnPrices }) {
  const form = useHydratedForm()
  const buyer = useBuyer(form)
  const { ids: own, current } = useOwnBatches(course.id)
  const chosen = useChosenBatch(course)
  const coupon = useCoupon(chosen ?? undefined)
  const { price } = coupon
  const granted = prices.get(chosen ?? 0)
  const plans = usePlans(chosen ?? undefined, price)
  const plan = plans?.plans.find(({ id }) => id === plans.chosen)
  const [going, setGoing] = useState(false)
  const [batches, setBatches] = useState(course.upcoming_batches)
  const [problem, setProblem] = useState<string>()
  useLayoutEffect(() => {
    // What was chosen before the form was hydrated.
    const picked = form.current && new FormData(form.current).get('batch')
    if (picked) chooseBatch(Number(picked))
  }, [form])
  useEffect(() => {
    const dialog = form.current?.closest('dialog')
    if (!dialog) return
    const gone = new AbortController()
    const refresh = () =>
      call(listBatches, { params: { id: course.id } }).then(
        (now) => gone.signal.aborted || setBatches(now),
        // Enroll checks the seats again.
        () => undefined,
      )
    if (dialog.open) void refresh()
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && dialog.contains(relatedTarget))) void refresh()
    }
    dialog.addEventListener('focusin', onFocus, { signal: gone.signal })
    return () => gone.abort()
  }, [course.id, form])
  const choosable = batches.filter((batch) => batch.can_enroll && !own.has(batch.id))
  const isOpen = choosable.some((batch) => batch.id === chosen)
  const focused = isOpen ? chosen : choosable[0]?.id
  useEffect(() => {
    // A dialog that opens focuses what has the attribute. React sets it in a document of the server only.
    for (const radio of form.current?.querySelectorAll<HTMLInputElement>('input[name=batch]') ?? []) {
      const isFirst = radio.value === String(focused)
      radio.toggleAttribute('autofocus', isFirst)
      // The dialog opened before the chosen batch was known here.
      if (isOpen && isFirst && document.activeElement?.matches('dialog[open] input[name=batch]')) radio.focus()
    }
  }, [isOpen, focused, batches, form])
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
    // The sticky buttons must not cover a focused field.
    <form
      ref={form}
      data-later=""
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
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first focus of a dialog, not of the page
                autoFocus={batch.id === focused}
                onChange={() => chooseBatch(batch.id)}
                className="mt-1.5 size-4.5 shrink-0 accent-accent outline-none"
              />
              <span className="min-w-0">
                {own.has(batch.id) ? <span className="block text-sm font-semibold text-accent">You are enrolled</span> : null}
                <BatchFacts batch={batch} />
                {own.has(batch.id) ? null : <OwnPriceLine price={prices.get(batch.id)} />}
                {isFull(batch) && !own.has(batch.id) ? (
                  <Link
                    to={pathTo('waitlist', batch.id)}
                    rel="nofollow"
                    className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline underline-offset-4"
                  >
                    Join the waitlist
                    <span className="sr-only"> of the batch from {formatLongDay(batch.starts_at)}</span>
                  </Link>
                ) : null}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-4 empty:hidden">
        <CompanyFields buyer={buyer} />
      </div>
      {isOpen && current ? (
        <p className="mt-4 rounded-md bg-signal-soft p-3.5 text-sm">
          You have a place in this course already. Another one is paid for again. To change the batch,{' '}
          <Link to={pathTo('room-batch', course.id)} reloadDocument className="font-semibold underline underline-offset-4">
            ask for it in your room
          </Link>
          .
        </p>
      ) : null}
      {isOpen ? (
        <div className="mt-4">
          <CouponField coupon={coupon} />
        </div>
      ) : null}
      {isOpen && plans ? (
        <div className="mt-4">
          <plans.Choice plans={plans} />
        </div>
      ) : null}
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8 short:-mx-5 short:mt-4 short:-mb-5 short:px-5 short:py-2.5 [@media(max-height:30rem)_and_(max-width:40rem)]:static [@media(max-height:20rem)]:static sm:short:-bottom-5 sm:short:grid sm:short:grid-cols-2 sm:short:items-center sm:short:gap-x-6">
        {problem ? (
          <div className="col-span-full mb-4">
            <Notice tone="bad" title={problem} />
          </div>
        ) : null}
        <div className="mb-4 sm:short:mb-0">
          <StateField buyer={buyer} inline />
        </div>
        <Button
          variant="primary"
          type="submit"
          size="lg"
          className="w-full"
          disabled={!isOpen}
          pending={going && 'Opening payment…'}
        >
          Enroll
        </Button>
        {choosable.length > 0 ? (
          // Keeps its height once a batch is chosen, so that nothing moves under the finger.
          <p
            className={`figures mt-2 truncate text-center text-sm text-muted short:hidden ${isOpen && !price?.coupon && !plan && !granted ? 'invisible' : ''}`}
          >
            {isOpen && plan
              ? `You pay ${formatRupees((plan.parts[0]?.paise ?? 0) / 100)} today, in ${plan.parts.length} parts.`
              : isOpen && price?.coupon
                ? `You pay ${formatRupees(price.total_paise / 100)} with ${price.coupon}.`
                : isOpen && granted
                  ? `You pay ${formatRupees(granted.total_paise / 100)}: ${granted.mark.toLowerCase()}.`
                  : 'Choose a batch to go on.'}
          </p>
        ) : null}
      </div>
    </form>
  )
}

/** What a batch costs this student, where that is less than others pay. */
function OwnPriceLine({ price }: { price: ShownPrice | undefined }) {
  if (!price) return null
  return (
    <span className="figures mt-2 flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-sm">
      <span className="font-bold text-ink">{formatRupees(price.total_paise / 100)}</span>
      <span className="rounded-sm bg-signal-soft px-2 py-0.5 text-xs font-semibold text-signal">{price.mark}</span>
    </span>
  )
}
