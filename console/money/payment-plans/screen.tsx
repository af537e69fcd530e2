import { useWatch } from 'react-hook-form'
import {
  type PaymentPlanRecord,
  paymentPlans,
  planLimits,
  planStateNames,
  planStates,
} from '#contract/money/staff/payment-plans.ts'
import { ListField } from '#console/kit/fields/lines-field.tsx'
import { MoneyField, NumberField } from '#console/kit/fields/number-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { publishedCourseReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof paymentPlans>
type Part = PaymentPlanRecord['parts'][number]

const states = planStates.map((value) => ({ value, label: planStateNames[value] }))
const whenOf = ({ days }: Part) => (days === 0 ? 'at once' : `after ${days} ${days === 1 ? 'day' : 'days'}`)
/** "40 % at once, 30 % after 30 days, 30 % after 60 days". */
const partsText = ({ parts }: PaymentPlanRecord) => parts.map((part) => `${part.percent} % ${whenOf(part)}`).join(', ')

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
      width: '7rem',
      atEnd: true,
      show: ({ state }) => <Badge tone={state === 'active' ? 'good' : 'neutral'}>{planStateNames[state]}</Badge>,
    },
    { name: 'parts', show: partsText },
    { name: 'places', width: '7rem', align: 'right' },
    { name: 'owed_paise', width: '9rem' },
    { name: 'fee_paise', hidden: true },
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
          <ListField<Values, 'parts'>
            name="parts"
            one="part"
            blank={{ percent: 10, days: 90 }}
            hint={`At most ${planLimits.parts}. They add up to 100 per cent, and the last one takes the rounding.`}
          >
            {(path, index) => (
              <div className="grid grid-cols-2 gap-3">
                <NumberField<Values> name={`${path}.percent`} label={`Part ${index + 1}, per cent`} required />
                <NumberField<Values> name={`${path}.days`} label="Days after the purchase" required />
              </div>
            )}
          </ListField>
          <PartsSum />
        </>
      )}
    </Section>
  )
}

/** What is missing of 100 per cent. */
function PartsSum() {
  const parts = useWatch<Values, 'parts'>({ name: 'parts' })
  const sum = parts.reduce((all, part) => all + (Number.isFinite(part.percent) ? part.percent : 0), 0)
  if (sum === 100) return null
  return (
    <p role="status" className="figures text-sm text-signal">
      The parts add up to {sum} per cent.
    </p>
  )
}

/** A plan: its parts, and what the students who pay by it still owe. */
function PlanPanel({ record: plan }: { record: PaymentPlanRecord }) {
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Badge tone={plan.state === 'active' ? 'good' : 'neutral'}>{planStateNames[plan.state]}</Badge>
        <span className="text-lg font-semibold">{plan.course}</span>
      </div>
      <ol className="figures divide-y divide-line border-y border-line">
        {plan.parts.map((part, index) => (
          <li key={part.days} className="flex justify-between gap-4 py-2">
            <span>
              Part {index + 1} <span className="text-muted">{whenOf(part)}</span>
            </span>
            <span className="font-semibold">{part.percent} %</span>
          </li>
        ))}
      </ol>
      <Facts
        facts={[
          ['Fee', plan.fee_paise === 0 ? 'None' : formatPaise(plan.fee_paise)],
          ['Students', String(plan.places)],
          ['Owed', formatPaise(plan.owed_paise)],
        ]}
      />
    </div>
  )
}
