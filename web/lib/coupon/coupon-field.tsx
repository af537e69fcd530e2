import { useId, useRef, useState } from 'react'
import { TicketPercent, X } from 'lucide-react'
import { Button, Spinner } from '#ui/button.tsx'
import { Below, describedBy, inputClass } from '#ui/field.tsx'
import { formatRupees } from '#ui/format.ts'
import { PriceSteps } from './price-steps.tsx'
import type { Coupon } from './use-coupon.ts'

/** A code for a lower price: a quiet link until somebody has one, then the price line by line. */
export function CouponField({ coupon }: { coupon: Coupon }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { price, problem, isAsking } = coupon
  const apply = () => {
    if (typed.trim() === '') return input.current?.focus()
    coupon.apply(typed)
  }
  if (price?.coupon) {
    return (
      <section aria-label="Coupon" className="rounded-md border border-good/40 bg-good-soft p-3.5">
        <div className="flex items-center gap-2.5">
          <TicketPercent aria-hidden="true" className="size-5 shrink-0 text-good" />
          <p className="min-w-0 flex-1 font-semibold break-all">{price.coupon}</p>
          <button
            type="button"
            aria-label={`Remove code ${price.coupon}`}
            onClick={() => {
              coupon.remove()
              setTyped('')
              setIsOpen(true)
            }}
            className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
        <dl className="figures mt-1.5">
          <PriceSteps lines={price.lines} />
          <div className="mt-1.5 flex justify-between gap-x-6 border-t border-good/40 pt-1.5 font-bold">
            <dt>Total fee</dt>
            <dd>{formatRupees(price.total_paise / 100)}</dd>
          </div>
        </dl>
      </section>
    )
  }
  if (isAsking && !isOpen) {
    return (
      <p
        role="status"
        className="flex min-h-36 items-center justify-center gap-2.5 rounded-md border border-line text-sm text-muted"
      >
        <Spinner className="size-4" />
        Checking your code…
      </p>
    )
  }
  if (!isOpen && !problem) {
    return (
      <button
        type="button"
        onClick={() => {
          setIsOpen(true)
          requestAnimationFrame(() => input.current?.focus())
        }}
        className="-mx-2 inline-flex min-h-11 items-center gap-2 px-2 text-sm font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
      >
        <TicketPercent aria-hidden="true" className="size-4" />
        Have a code?
      </button>
    )
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        Code
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          value={typed}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...describedBy(id, problem, undefined)}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            // The form around it has another purpose.
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
          className={`${inputClass} min-w-0 flex-1 uppercase placeholder:normal-case`}
        />
        <Button onClick={apply} pending={isAsking && 'Checking…'}>
          Apply
        </Button>
      </div>
      <Below id={id} error={problem} />
    </div>
  )
}
