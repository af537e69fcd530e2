import { useFormContext, useWatch } from 'react-hook-form'
import { Dices } from 'lucide-react'
import {
  couponKindNames,
  couponKinds,
  type CouponRecord,
  coupons,
  couponStateNames,
  couponStates,
} from '#contract/money/staff/coupons.ts'
import { Button } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { MoneyField, NumberField } from '#console/kit/fields/number-field.tsx'
import { ReferenceField, ReferencesField } from '#console/kit/fields/reference-field.tsx'
import { batchReference, publishedCourseReference, studentReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { CouponCost } from './coupon-cost.tsx'
import { CouponPanel } from './coupon-panel.tsx'
import { discountText } from './discount-text.ts'
import { generateCode } from './generate-code.ts'

type Values = FormValues<typeof coupons>

const kinds = couponKinds.map((value) => ({ value, label: couponKindNames[value] }))
const states = couponStates.map((value) => ({ value, label: couponStateNames[value] }))
const usesOf = ({ uses, limit }: CouponRecord) => (limit === null ? String(uses) : `${uses} of ${limit}`)
const stateOf = ({ state }: CouponRecord) => (
  <Badge tone={state === 'active' ? 'good' : 'neutral'}>{couponStateNames[state]}</Badge>
)

export const screen = defineScreen({
  resource: coupons,
  title: 'Coupons',
  one: 'coupon',
  labels: {
    code: 'Code',
    kind: 'Kind',
    value: 'Discount',
    state: 'State',
    uses: 'Used',
    reserved: 'On hold',
    given_paise: 'Given',
    sold_paise: 'Sold',
    course_ids: 'Courses',
    batch_ids: 'Batches',
    student: 'Student',
    student_id: 'Student',
    valid_from: 'First day',
    valid_until: 'Last day',
    limit: 'Uses in all',
    limit_per_person: 'Uses of one person',
    first_purchase: 'First purchase alone',
    minimum_paise: 'Least price',
    stacks: 'Adds to the discount of a course',
    cost_cap_paise: 'Cost at most',
    course: 'Course',
    batch: 'Batch',
  },
  nameOf: ({ code }) => code,
  columns: [
    { name: 'code', show: ({ code }) => <span className="font-mono font-semibold">{code}</span> },
    { name: 'value', width: '8rem', show: discountText },
    { name: 'state', width: '7rem', atEnd: true, show: stateOf },
    { name: 'uses', width: '7rem', align: 'right', show: usesOf },
    { name: 'given_paise', width: '9rem' },
    { name: 'sold_paise', width: '9rem' },
    { name: 'valid_until', width: '9rem', show: ({ valid_until: day }) => (day === null ? '' : formatPlainDay(day)) },
    { name: 'reserved', hidden: true, align: 'right' },
    { name: 'student', hidden: true },
  ],
  line: (coupon) => `${discountText(coupon)}, used ${usesOf(coupon)}`,
  filters: [
    { name: 'state', kind: 'choice', choices: states },
    { name: 'course', kind: 'reference', to: publishedCourseReference, permission: 'coupons:read' },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
    { name: 'student', label: 'Student', kind: 'reference', to: studentReference, permission: 'students:read' },
  ],
  views: [{ name: 'Active', filters: { state: 'active' }, empty: 'No coupon is active.' }],
  empty: 'A code makes a course cheaper for a college, a campaign or one person.',
  blank: {
    code: '',
    kind: 'percent',
    value: null,
    course_ids: [],
    batch_ids: [],
    student_id: null,
    valid_from: null,
    valid_until: null,
    limit: null,
    limit_per_person: 1,
    first_purchase: false,
    minimum_paise: null,
    stacks: false,
    cost_cap_paise: null,
  },
  acts: [
    {
      label: 'End',
      permission: 'coupons:write',
      when: ({ state }) => state === 'active',
      run: 'end',
      done: ({ code }) => `${code} has ended.`,
      confirm: ({ code, reserved }) => ({
        title: `End ${code}?`,
        text:
          reserved === 0
            ? 'Nobody can use it any more. What was paid with it stays as it is.'
            : `Nobody can use it any more. ${reserved === 1 ? 'One student pays with it now, and keeps it while the seat is on hold.' : `${reserved} students pay with it now, and keep it while their seats are on hold.`}`,
        action: 'End coupon',
        danger: true,
      }),
    },
  ],
  locked: ({ state }) => (state === 'ended' ? 'This coupon has ended.' : null),
  Panel: CouponPanel,
  Form: CouponForm,
  Beside: CouponCost,
})

function CouponForm({ record }: { record: CouponRecord | null }) {
  const { setValue } = useFormContext<Values>()
  const kind = useWatch<Values, 'kind'>({ name: 'kind' })
  return (
    <>
      <Section title="Code" text="Students type it, or follow a link that ends in “?coupon=” and the code.">
        {record ? null : (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <TextField<Values>
              name="code"
              required
              maxLength={20}
              hint="6 to 20 letters and digits. It can’t be changed later."
            />
            <Button
              className="mt-6"
              onClick={() => setValue('code', generateCode(), { shouldDirty: true, shouldValidate: true })}
            >
              <Dices aria-hidden="true" className="size-4" />
              Generate
            </Button>
          </div>
        )}
        <Pair>
          <SelectField<Values> name="kind" required options={kinds} />
          {kind === 'paise' ? (
            <MoneyField<Values> name="value" label="Amount off" required hint="A price never falls below ₹1." />
          ) : (
            <NumberField<Values> name="value" label="Per cent off" required after="%" hint="A price never falls below ₹1." />
          )}
        </Pair>
        <SwitchField<Values>
          name="stacks"
          hint="Otherwise it takes the place of the discount, where it takes off more. Two codes never add up."
        />
      </Section>
      <Section title="What it is for" text="With nothing chosen it is for every course and batch.">
        <ReferencesField<Values> name="course_ids" to={publishedCourseReference} />
        <ReferencesField<Values> name="batch_ids" to={batchReference} />
        <MoneyField<Values> name="minimum_paise" hint="The price before the code." />
      </Section>
      <Section title="Who can use it" text="A personal coupon is for one student.">
        <ReferenceField<Values> name="student_id" to={studentReference} hint="Nobody else can use it." />
        <SwitchField<Values> name="first_purchase" hint="For students who have not bought a course yet." />
      </Section>
      <Section title="How long and how often" text="Days are days in India, both included.">
        <Pair>
          <DateField<Values> name="valid_from" />
          <DateField<Values> name="valid_until" />
        </Pair>
        <Pair>
          <NumberField<Values> name="limit" hint="Leave it empty for any number." />
          <NumberField<Values> name="limit_per_person" hint="Leave it empty for any number." />
        </Pair>
        <MoneyField<Values> name="cost_cap_paise" hint="No sale takes the cost beyond this." />
      </Section>
    </>
  )
}
