import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { listCourses } from '#contract/catalog/catalog.ts'
import { planLimits, planObstacleNames, type PlanPart, planParts, splitPrice } from '#contract/money/plan-parts.ts'
import type { paymentPlans } from '#contract/money/staff/payment-plans.ts'
import { today } from '#ui/days.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { ListField } from '#console/kit/fields/lines-field.tsx'
import { MoneyField, NumberField } from '#console/kit/fields/number-field.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import type { FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof paymentPlans>
type Amounts = 'percent' | 'paise'
type Due = 'days' | 'due_on'

/** The parts with the fields of these kinds alone: the first is paid at once, and beside rupees the last takes what is left. */
const ofKinds = (parts: readonly PlanPart[], amounts: Amounts, due: Due): PlanPart[] =>
  parts.map((part, at) => ({
    ...(amounts === 'percent' ? { percent: part.percent } : at === parts.length - 1 ? {} : { paise: part.paise }),
    ...(at === 0 ? { days: 0 } : due === 'days' ? { days: part.days } : { due_on: part.due_on }),
  }))
const keysOf = (parts: readonly object[]) => parts.map((part) => Object.keys(part).toSorted().join()).join(';')

/** What everybody pays for the course that the form names, in paise, with the fee; undefined while that is not known. */
function useTotal(): number | undefined {
  const [courseId, fee] = useWatch<Values, ['course_id', 'fee_paise']>({ name: ['course_id', 'fee_paise'] })
  const { data: courses } = useQuery({
    queryKey: ['published-courses', 'prices'],
    queryFn: () => call(listCourses),
    staleTime: 60_000,
  })
  const course = courses?.find(({ id }) => id === courseId)
  return course && Math.round(course.amount * 100) + (Number.isSafeInteger(fee) ? (fee ?? 0) : 0)
}

/** The parts of a new plan: in per cent or rupees, due after days or on dates, and what they come to. */
export function PartsField() {
  const { getValues, setValue } = useFormContext<Values>()
  const parts = useWatch<Values, 'parts'>({ name: 'parts' })
  const [amounts, setAmounts] = useState<Amounts>('percent')
  const [due, setDue] = useState<Due>('days')
  const total = useTotal()
  const kept = ofKinds(parts, amounts, due)
  const isOfKinds = keysOf(kept) === keysOf(parts)
  useEffect(() => {
    // A part that was added or moved stands where other fields are asked.
    if (!isOfKinds) setValue('parts', ofKinds(getValues('parts'), amounts, due))
  }, [isOfKinds, amounts, due, getValues, setValue])
  const last = parts.length - 1
  return (
    <>
      <div className="grid gap-3 @md/fields:grid-cols-2">
        <Choice
          legend="Amounts"
          value={amounts}
          options={{ percent: 'Per cent', paise: 'Rupees' }}
          onChoose={(next) => {
            setAmounts(next)
            setValue('parts', ofKinds(converted(parts, next, total), next, due))
          }}
        />
        <Choice
          legend="Due"
          value={due}
          options={{ days: 'Days after', due_on: 'On dates' }}
          onChoose={(next) => {
            setDue(next)
            setValue('parts', ofKinds(parts, amounts, next))
          }}
        />
      </div>
      <ListField<Values, 'parts'>
        name="parts"
        one="part"
        blank={{ ...(amounts === 'percent' ? { percent: 10 } : {}), ...(due === 'days' ? { days: 90 } : {}) }}
        hint={
          amounts === 'percent'
            ? `At most ${planLimits.parts}. They add up to 100 per cent, and the last one takes the rounding.`
            : `At most ${planLimits.parts}. The last one takes what is left of the price, also with a coupon or a scholarship.`
        }
      >
        {(path, index) => (
          <div className="grid grid-cols-2 items-start gap-3">
            {amounts === 'percent' ? (
              <NumberField<Values> name={`${path}.percent`} label={`Part ${index + 1}, per cent`} required />
            ) : index === last ? (
              <Fixed label={`Part ${index + 1}`}>The rest</Fixed>
            ) : (
              <MoneyField<Values> name={`${path}.paise`} label={`Part ${index + 1}`} required />
            )}
            {index === 0 ? (
              <Fixed label="Due">At once</Fixed>
            ) : due === 'days' ? (
              <NumberField<Values> name={`${path}.days`} label="Days after the purchase" required />
            ) : (
              <DateField<Values> name={`${path}.due_on`} label="Due on" min={today()} required />
            )}
          </div>
        )}
      </ListField>
      <Preview parts={parts} total={total} />
    </>
  )
}

/** The same amounts in the other kind, where the price is known; to be filled in elsewhere. */
function converted(parts: readonly PlanPart[], to: Amounts, total: number | undefined): PlanPart[] {
  if (total === undefined) return [...parts]
  if (to === 'paise')
    return parts.map((part) => ({ ...part, paise: part.paise ?? Math.round((total * (part.percent ?? 0)) / 10_000) * 100 }))
  const percents = parts.slice(0, -1).map(({ paise = 0, percent }) => percent ?? Math.round((paise * 100) / total))
  return parts.map((part, at) => ({ ...part, percent: percents[at] ?? 100 - percents.reduce((sum, one) => sum + one, 0) }))
}

interface ChoiceProps<Value extends string> {
  legend: string
  value: Value
  options: Record<Value, string>
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ legend, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex w-fit flex-wrap rounded-md border border-line p-0.5">
        {(Object.entries(options) as [Value, string][]).map(([one, label]) => (
          <label
            key={one}
            className="flex min-h-8 cursor-pointer items-center rounded-sm px-3 text-muted has-checked:bg-sunken has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11"
          >
            <input
              type="radio"
              name={`plan-${legend}`}
              checked={one === value}
              onChange={() => onChoose(one)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Fixed({ label, children }: { label: string; children: string }) {
  return (
    <p className="grid gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <span className="flex h-(--field) items-center text-muted">{children}</span>
    </p>
  )
}

/** What each part comes to for who pays what everybody pays, or why it can't be. */
function Preview({ parts, total }: { parts: readonly PlanPart[]; total: number | undefined }) {
  const sum = parts.reduce((all, { percent = 0 }) => all + (Number.isFinite(percent) ? percent : 0), 0)
  if (parts.every((part) => 'percent' in part) && sum !== 100)
    return (
      <p role="status" className="figures text-sm text-signal">
        The parts add up to {sum} per cent.
      </p>
    )
  const checked = planParts.safeParse(parts)
  if (total === undefined || !checked.success) return null
  const split = splitPrice(total, checked.data, today())
  if (typeof split === 'string')
    return (
      <p role="status" className="text-sm text-signal">
        {planObstacleNames[split]}: nobody could choose this plan for {formatPaise(total)}.
      </p>
    )
  return (
    <section aria-labelledby="plan-preview" className="rounded-md bg-sunken px-4 py-3">
      <h3 id="plan-preview" className="text-sm font-semibold">
        Who pays {formatPaise(total)} pays
      </h3>
      <ol className="figures mt-1.5 grid gap-1">
        {split.map(({ number, paise, due_on: day }) => (
          <li key={number} className="flex justify-between gap-4">
            <span className="text-muted">{number === 1 ? 'Today' : formatPlainDay(day)}</span>
            <span className="font-semibold">{formatPaise(paise)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
