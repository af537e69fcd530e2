import { planObstacleNames, type PlanObstacle, splitPrice } from '#contract/money/plan-parts.ts'
import { type PaymentPlanRecord, paymentPlans, planStateNames, planStates } from '#contract/money/staff/payment-plans.ts'
import { today } from '#ui/days.ts'
import { MoneyField } from '#console/kit/fields/number-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { publishedCourseReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { PartsField } from './parts-field.tsx'
import { amountOf, partsText, whenOf } from './words.ts'

type Values = FormValues<typeof paymentPlans>
const states = planStates.map((value) => ({ value, label: planStateNames[value] }))
const stateBadge = ({ state, not_offered: obstacle }: PaymentPlanRecord) => (
  <Badge tone={obstacle ? 'signal' : state === 'active' ? 'good' : 'neutral'}>
    {obstacle ? 'Not offered' : planStateNames[state]}
  </Badge>
)

export const screen = defineScreen({
  resource: paymentPlans,
  title: 'Payment plans',
  one: 'payment plan',
  labels: {
    name: 'Name',
    course: 'Course',
    course_id: 'Course',
    parts: 'Parts',
    fee_paise: 'Fee',
    price_paise: 'Price',
    not_offered: 'Not offered',
    state: 'State',
    places: 'Students',
    owed_paise: 'Owed',
  },
  nameOf: ({ name, course }) => `${name}, ${course}`,
  columns: [
    { name: 'name' },
    { name: 'course' },
    {
      name: 'state',
      width: '8rem',
      atEnd: true,
      show: stateBadge,
    },
    { name: 'parts', show: partsText },
    { name: 'places', width: '7rem', align: 'right' },
    { name: 'owed_paise', width: '9rem' },
    { name: 'fee_paise', hidden: true },
    { name: 'price_paise', hidden: true },
    { name: 'not_offered', hidden: true, show: ({ not_offered: obstacle }) => (obstacle ? planObstacleNames[obstacle] : null) },
  ],
  line: (plan) => `${plan.course}: ${partsText(plan)}`,
  filters: [
    { name: 'state', kind: 'choice', choices: states },
    { name: 'course', kind: 'reference', to: publishedCourseReference, permission: 'plans:read' },
  ],
  views: [{ name: 'Active', filters: { state: 'active' }, empty: 'No course can be paid in parts.' }],
  empty: 'A plan lets students pay a course in parts: for example 40 % at once, and 30 % after 30 and 60 days.',
  blank: {
    course_id: null,
    name: 'Three parts',
    parts: [
      { percent: 40, days: 0 },
      { percent: 30, days: 30 },
      { percent: 30, days: 60 },
    ],
    fee_paise: 0,
  },
  acts: [
    {
      label: 'End',
      permission: 'plans:write',
      when: ({ state }) => state === 'active',
      run: 'end',
      done: ({ name }) => `${name} has ended.`,
      confirm: ({ name, course, places }) => ({
        title: `End ${name} of ${course}?`,
        text:
          places === 0
            ? 'Nobody can choose it any more.'
            : `Nobody can choose it any more. ${places === 1 ? 'One student pays' : `${places} students pay`} by it and ${places === 1 ? 'keeps' : 'keep'} the agreed parts.`,
        action: 'End plan',
        danger: true,
      }),
    },
  ],
  locked: ({ state }) => (state === 'ended' ? 'This plan has ended.' : null),
  Panel: PlanPanel,
  Form: PlanForm,
})

function PlanForm({ record }: { record: PaymentPlanRecord | null }) {
  return (
    <Section
      title="Payment plan"
      text="The first part is paid at once and enrols. Each part has its own receipt. Students read every amount and day before they pay."
    >
      <TextField<Values> name="name" required maxLength={80} hint="Students read it, such as “Three parts”." />
      {record ? (
        <p className="text-base">
          {record.course}: {partsText(record)}. What students have agreed to does not change: make another plan for other parts.
        </p>
      ) : (
        <>
          <Pair>
            <ReferenceField<Values> name="course_id" to={publishedCourseReference} required />
            <MoneyField<Values> name="fee_paise" hint="What paying in parts costs more. 0 for nothing." />
          </Pair>
          <PartsField />
        </>
      )}
    </Section>
  )
}

/** A plan: its parts, what they come to, and what the students who pay by it still owe. */
function PlanPanel({ record: plan }: { record: PaymentPlanRecord }) {
  const total = plan.price_paise + plan.fee_paise
  const split = splitPrice(total, plan.parts, today())
  const last = plan.parts.length - 1
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        {stateBadge(plan)}
        <span className="text-lg font-semibold">{plan.course}</span>
      </div>
      {plan.not_offered ? (
        <p className="rounded-md bg-sunken px-3.5 py-2.5">
          {obstacleText[plan.not_offered]} Students who pay {formatPaise(total)} are not offered this plan. End it and make
          another one.
        </p>
      ) : null}
      <ol className="figures divide-y divide-line border-y border-line">
        {plan.parts.map((part, at) => (
          <li key={whenOf(part)} className="flex justify-between gap-4 py-2">
            <span>
              Part {at + 1} <span className="text-muted">{whenOf(part)}</span>
            </span>
            <span className="text-right font-semibold">
              {amountOf(part, at === last)}
              {typeof split === 'string' || (part.paise !== undefined && at < last) ? null : (
                <span className="block text-sm font-normal text-muted">{formatPaise(split[at]?.paise ?? 0)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <Facts
        facts={[
          ['Price', formatPaise(plan.price_paise)],
          ['Fee', plan.fee_paise === 0 ? 'None' : formatPaise(plan.fee_paise)],
          ['Students', String(plan.places)],
          ['Owed', formatPaise(plan.owed_paise)],
        ]}
      />
    </div>
  )
}

const obstacleText: Record<PlanObstacle, string> = {
  price_too_small: 'The price is less than the fixed parts and ₹1 for the last one.',
  date_passed: 'A day on which a part is due has passed.',
  dates_out_of_order: 'A part after some days would now be due after one on a fixed day that comes later in the plan.',
}
