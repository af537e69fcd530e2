import { Award, BarChart3, CalendarDays, Clock, LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Course, UpcomingBatch } from '#contract/catalog.ts'
import { Button } from '#ui/button.tsx'
import { formatRupees } from '#ui/format.ts'
import { Picture } from '../lib/picture.tsx'
import { LocalTime } from '#ui/local-time.tsx'
import { useRootData } from '../lib/root-data.ts'
import { NeedsScript } from '../lib/needs-script.tsx'
import { startLine } from './batch-facts.tsx'
import { Price } from './price.tsx'

interface Props {
  course: Course
  /** The selected batch, or the next open one. */
  batch: UpcomingBatch | undefined
  onEnroll: () => void
}

/** Everything a student needs before paying: next date in both zones, price breakdown, what is included. */
export function PriceCard({ course, batch, onEnroll }: Props) {
  const [discount] = course.discounts
  const taxed = Boolean(useRootData()?.site.gstin)
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-card lg:sticky lg:top-24">
      <Picture path={course.image} alt="" width={640} height={400} eager className="aspect-[16/9] w-full object-cover" />
      <div className="p-6">
        <Price course={course} size="lg" />
        {discount && course.amount < course.price ? (
          <dl className="figures mt-3 space-y-1 text-sm text-muted">
            <Line name="List price" value={formatRupees(course.price)} />
            <Line name={`${discount.value} Off`} value={`− ${formatRupees(course.price - course.amount)}`} />
            <Line name={taxed ? 'To pay, taxes included' : 'Total fee'} value={formatRupees(course.amount)} strong />
          </dl>
        ) : (
          <p className="mt-1 text-sm text-muted empty:hidden">{taxed ? 'Taxes included' : null}</p>
        )}
        <p className="mt-5 flex gap-3 rounded-md bg-signal-soft p-3.5 text-sm">
          <CalendarDays aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-signal" />
          {batch ? (
            <span className="figures">
              <span className="block font-semibold">{startLine(batch)}</span>
              <span className="text-muted">
                {batch.batch_type} <LocalTime instant={batch.starts_at} />
              </span>
            </span>
          ) : (
            <span>New dates are being set. Ask for a call and you will hear first.</span>
          )}
        </p>
        <Button size="lg" className="mt-4 w-full" data-needs-script="" onClick={onEnroll} disabled={!batch}>
          Enroll Now
        </Button>
        <div className="mt-4 text-sm">
          <NeedsScript what="enrolling" />
        </div>
        <ul className="mt-6 space-y-3 text-sm">
          <Included icon={<Clock aria-hidden="true" className="size-4.5" />}>{course.duration}</Included>
          <Included icon={<BarChart3 aria-hidden="true" className="size-4.5" />}>{course.difficulty_level}</Included>
          <Included icon={<Award aria-hidden="true" className="size-4.5" />}>Certificate of completion</Included>
          {course.support.map((item) => (
            <Included key={item} icon={<LifeBuoy aria-hidden="true" className="size-4.5" />}>
              {item}
            </Included>
          ))}
        </ul>
        {course.certifications.length > 0 ? (
          <div className="mt-6 border-t border-line pt-5">
            <h2 className="text-sm font-semibold tracking-normal">Certifications</h2>
            <ul className="mt-2 space-y-1.5 text-sm text-muted">
              {course.certifications.map((certification) => (
                <li key={certification}>{certification}</li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </div>
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

function Included({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 shrink-0 text-accent">{icon}</span>
      <span>{children}</span>
    </li>
  )
}
