import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import type { Course, UpcomingBatch } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { opensDialog } from '#ui/document-dialog.tsx'
import { formatLongDay, formatRupees } from '#ui/format.ts'
import { PriceSteps } from '#web/lib/coupon/price-steps.tsx'
import type { ShownPrice } from '#web/lib/own-price/shown-price.ts'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { Picture } from '#web/lib/picture.tsx'
import { useHasPage, useRootData } from '#web/lib/root-data.ts'
import { seatsLine } from './batch-facts.tsx'
import type { BatchLength } from './batch-length.ts'
import { pickerId } from './batch-picker.tsx'
import { IncludedList } from './included-list.tsx'
import { Price } from './price.tsx'
import { WeekStrip } from './week-strip.tsx'

interface Props {
  course: Course
  /** The selected batch, or the next open one. */
  batch: UpcomingBatch | undefined
  length: BatchLength | undefined
  /** Whether the visitor selected it. */
  chosen: boolean
  /** The id of the batch that the student attends. */
  ownBatch: number | undefined
  /** The price with the coupon of this visit, or of this student; null where it is that of everybody. */
  price: ShownPrice | null
}

/** What decides a purchase: price, batch, Enroll Now, refunds, and a person to ask. */
export function PriceCard({ course, batch, length, chosen, ownBatch, price }: Props) {
  return (
    // Two columns on a tablet, one elsewhere.
    <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-card sm:max-lg:grid sm:max-lg:grid-cols-2">
      <Picture
        path={course.image}
        alt=""
        width={640}
        height={400}
        eager
        className="aspect-[4/1] w-full object-cover sm:aspect-[2/1]"
      />
      <div className="px-5 pt-5 sm:px-6 sm:max-lg:col-start-1">
        <Price course={course} size="lg" own={price} />
        <HowWeGotThis course={course} price={price} />
      </div>
      <div className="px-5 sm:px-6 sm:max-lg:col-start-2 sm:max-lg:row-span-3 sm:max-lg:row-start-1 sm:max-lg:border-l sm:max-lg:border-line sm:max-lg:pt-3">
        <div className="mt-4 border-t border-line pt-4 sm:max-lg:mt-0 sm:max-lg:border-t-0">
          <ShownBatch batch={batch} length={length} chosen={chosen} isOwn={ownBatch !== undefined} />
        </div>
        {ownBatch === undefined ? (
          <Button
            variant="primary"
            {...opensDialog(pickerId)}
            size="lg"
            className="mt-4 w-full"
            data-needs-script=""
            disabled={!batch}
          >
            Enroll Now
          </Button>
        ) : (
          // A full load: the content security policy of the room allows the player.
          <ButtonLink
            variant="primary"
            to={pathTo('room', course.id, { batch: ownBatch })}
            size="lg"
            className="mt-4 w-full"
            reloadDocument
          >
            Go to your room
          </ButtonLink>
        )}
        <div className="mt-4 text-sm empty:hidden">
          <NeedsScript what="enrolling" />
        </div>
      </div>
      <div className="px-5 sm:px-6 sm:max-lg:col-start-1">
        <Assurance />
      </div>
      <div className="px-5 pt-4 pb-3 sm:px-6 sm:max-lg:col-span-2">
        <IncludedList course={course} />
      </div>
    </div>
  )
}

interface ShownProps extends Pick<Props, 'batch' | 'length' | 'chosen'> {
  /** Whether the student attends the course. */
  isOwn: boolean
}

/** The date, week and length of the batch that would be bought, or that the student attends. */
function ShownBatch({ batch, length, chosen, isOwn }: ShownProps) {
  if (!batch && isOwn) return <p className="font-semibold">You are enrolled</p>
  if (!batch) return <p className="text-sm">New dates are being set. Ask for a call and you will hear first.</p>
  const seats = seatsLine(batch)
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-sm font-semibold tracking-normal">
          {isOwn ? 'You are enrolled' : chosen ? 'Your batch' : 'Next batch'}
        </h2>
        <button
          type="button"
          data-needs-script=""
          {...opensDialog(pickerId)}
          className="-my-2.5 -mr-2 inline-flex min-h-11 items-center px-2 text-sm font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          {isOwn ? 'Other batches' : 'Change'}
          {isOwn ? null : <span className="sr-only"> the batch</span>}
        </button>
      </div>
      <p className="figures mt-1.5 font-semibold text-signal">{formatLongDay(batch.starts_at)}</p>
      <p className="figures mb-3 text-sm text-muted">{seats ? `${batch.batch_type}, ${seats}` : batch.batch_type}</p>
      <WeekStrip batch={batch} />
      <p className="figures text-sm text-muted">{length?.line}</p>
    </>
  )
}

/** The arithmetic of the price, when there is any. */
function HowWeGotThis({ course, price }: Pick<Props, 'course' | 'price'>) {
  const gstin = useRootData()?.site.gstin ?? null
  const [discount] = course.discounts
  if (!discount || course.amount >= course.price) return gstin ? <p className="mt-1 text-sm text-muted">Taxes included</p> : null
  return (
    <details className="group mt-1 text-sm">
      <summary className="-ml-1 inline-flex min-h-8 list-none items-center gap-1 px-1 text-muted underline underline-offset-4 hover:text-ink [&::-webkit-details-marker]:hidden">
        How we got this
        <ChevronDown aria-hidden="true" className="size-4 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <dl className="figures mt-1.5 space-y-1 text-muted">
        {price ? (
          <PriceSteps lines={price.lines} />
        ) : (
          <>
            <Line name="List price" value={formatRupees(course.price)} />
            <Line name={`${discount.value} Off`} value={`− ${formatRupees(course.price - course.amount)}`} />
          </>
        )}
        <Line
          name={gstin ? 'To pay, taxes included' : 'Total fee'}
          value={formatRupees(price ? price.total_paise / 100 : course.amount)}
          strong
        />
      </dl>
    </details>
  )
}

function Line({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-t border-line pt-1.5 font-semibold text-ink' : ''}`}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The refund rule in one line, and how to reach a person. */
function Assurance() {
  const site = useRootData()?.site
  const hasPage = useHasPage()
  if (!site) return null
  const link = 'inline-flex min-h-6 items-center font-semibold text-accent underline underline-offset-4 hover:text-accent-strong'
  return (
    <div className="mt-4 space-y-2 text-sm text-muted">
      <p>
        {site.refund_line}{' '}
        {hasPage(pathTo('refund-policy')) ? (
          <Link to={pathTo('refund-policy')} className={link}>
            Refund policy
          </Link>
        ) : null}
      </p>
      {site.phone_e164 || site.whatsapp_e164 ? (
        <p className="figures">
          Questions?{' '}
          {site.phone_e164 ? (
            <a href={`tel:${site.phone_e164}`} className={link}>
              Call {site.phone_display || site.phone_e164}
            </a>
          ) : null}
          {site.phone_e164 && site.whatsapp_e164 ? ' or ' : null}
          {site.whatsapp_e164 ? (
            <a href={`https://wa.me/${site.whatsapp_e164.replace(/\D/g, '')}`} className={link}>
              WhatsApp
            </a>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
