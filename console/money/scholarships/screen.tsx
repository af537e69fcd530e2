import { useState } from 'react'
import { Link } from 'react-router'
import { copyScholarshipLink } from '#contract/money/staff/payment-links.ts'
import {
  type ScholarshipRecord,
  type ScholarshipState,
  scholarships,
  scholarshipStateNames,
  scholarshipStates,
} from '#contract/money/staff/scholarships.ts'
import { Button } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { MoneyField } from '#console/kit/fields/number-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { batchReference, openBatchReference, studentReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextareaField } from '#console/kit/fields/text-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatColumnPaise, formatPaise } from '#console/kit/parts/money.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { CopyAddress } from '#console/money/dialogs/copy-address.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof scholarships>

const tones = { waiting: 'signal', active: 'good', ended: 'neutral', declined: 'bad' } as const
const states = scholarshipStates.map((value) => ({ value, label: scholarshipStateNames[value] }))
const State = ({ state }: { state: ScholarshipState }) => <Badge tone={tones[state]}>{scholarshipStateNames[state]}</Badge>
const priceOf = ({ price_paise: paise }: ScholarshipRecord) => (paise === 0 ? 'No payment' : formatPaise(paise))
const isOpen = ({ state }: ScholarshipRecord) => state === 'active' || state === 'waiting'

export const screen = defineScreen({
  resource: scholarships,
  title: 'Scholarships',
  one: 'scholarship',
  labels: {
    student: 'Student',
    student_id: 'Student',
    state: 'State',
    course: 'Course',
    batch_id: 'Batch',
    price_paise: 'Price',
    offer_paise: 'Others pay',
    valid_until: 'Last day',
    granted_at: 'Granted',
    reason: 'Reason',
    is_enrolled: 'Enrolled',
    batch: 'Batch',
  },
  nameOf: ({ student, course }) => `${student}, ${course}`,
  columns: [
    { name: 'student' },
    { name: 'state', width: '8rem', atEnd: true, show: ({ state }) => <State state={state} /> },
    {
      name: 'price_paise',
      width: '9rem',
      show: ({ price_paise: paise }) => (paise === 0 ? 'No payment' : formatColumnPaise(paise)),
    },
    { name: 'offer_paise', width: '9rem' },
    { name: 'course' },
    { name: 'valid_until', width: '9rem', show: ({ valid_until: until }) => formatPlainDay(until) },
    { name: 'is_enrolled', width: '7rem', show: ({ is_enrolled: is }) => (is ? 'Yes' : '') },
    { name: 'granted_at', hidden: true, show: ({ granted_at: at }) => formatMoment(at) },
    { name: 'reason', hidden: true },
  ],
  line: (scholarship) => `${priceOf(scholarship)} until ${formatPlainDay(scholarship.valid_until)}`,
  filters: [
    { name: 'state', kind: 'choice', choices: states },
    { name: 'student', label: 'Student', kind: 'reference', to: studentReference, permission: 'students:read' },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
  ],
  views: [
    { name: 'Active', filters: { state: 'active' }, empty: 'No scholarship is active.' },
    { name: 'Waiting', filters: { state: 'waiting' }, empty: 'None waits for a second person.' },
  ],
  empty: 'A price of one student for one batch, with a reason and a last day.',
  blank: { student_id: null, batch_id: null, price_paise: null, reason: '', valid_until: '' },
  making: {
    button: 'Grant scholarship',
    done: ({ student, state, price_paise: paise }) =>
      state === 'waiting'
        ? 'A second person has to decide. They have got a mail.'
        : paise === 0
          ? `${student} is enrolled.`
          : `${student} has the price, and a mail with the link to pay.`,
  },
  acts: [
    {
      label: 'End',
      permission: 'scholarships:write',
      when: ({ state }) => state === 'active',
      run: 'end',
      done: ({ student }) => `The scholarship of ${student} has ended.`,
      confirm: ({ student, course }) => ({
        title: `End the scholarship of ${student}?`,
        text: `The next payment for ${course} is at the usual price. One that has started keeps its price.`,
        action: 'End scholarship',
        danger: true,
      }),
    },
  ],
  locked: (record) => (isOpen(record) ? null : `This scholarship is ${scholarshipStateNames[record.state].toLowerCase()}.`),
  Panel: ScholarshipPanel,
  Form: ScholarshipForm,
})

function ScholarshipForm({ record }: { record: ScholarshipRecord | null }) {
  return (
    <Section
      title="Scholarship"
      text="The student sees the price after signing in and pays as anybody does. Above the limit of the settings a second person decides."
    >
      {record ? (
        <p className="text-base">
          {record.student} pays {priceOf(record)} for {record.course}.
        </p>
      ) : (
        <>
          <Pair>
            <ReferenceField<Values> name="student_id" to={studentReference} required />
            <ReferenceField<Values> name="batch_id" to={openBatchReference} required />
          </Pair>
          <MoneyField<Values> name="price_paise" required hint="What the student pays. 0 enrols at once without a payment." />
        </>
      )}
      <DateField<Values> name="valid_until" required />
      <TextareaField<Values> name="reason" required hint="Staff read it. The student reads it in a copy of their data." />
    </Section>
  )
}

/** A scholarship: who pays what for which batch, why and until when. */
function ScholarshipPanel({ record }: { record: ScholarshipRecord }) {
  const { may } = useAccess()
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <State state={record.state} />
        <span className="figures text-lg font-semibold">{priceOf(record)}</span>
        <span className="figures text-muted">instead of {formatPaise(record.offer_paise)}</span>
      </div>
      <p className="rounded-md bg-sunken px-3.5 py-2.5 text-base break-words whitespace-pre-line">{record.reason}</p>
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={record.student_id} name={record.student} />],
          ['For', `${record.course}, batch from ${formatPlainDay(record.batch_starts_on)}`],
          ['Last day', formatPlainDay(record.valid_until)],
          ['Granted', formatMoment(record.granted_at)],
          ['Enrolled', record.is_enrolled ? 'Yes' : null],
          [
            'Decision',
            record.approval_id === null ? null : (
              <Link key="approval" to={`/approvals/${record.approval_id}`} className="text-accent underline">
                Approval {record.approval_id}
              </Link>
            ),
          ],
        ]}
      />
      {record.state === 'active' && !record.is_enrolled && may('scholarships:write') ? (
        <LinkToCopy key={record.id} scholarshipId={record.id} />
      ) : null}
    </div>
  )
}

/** Makes one more link to the price, for a message of the school's own. The one that was mailed goes on working. */
function LinkToCopy({ scholarshipId }: { scholarshipId: number }) {
  const [url, setUrl] = useState<string | null>(null)
  const [isMaking, setIsMaking] = useState(false)
  const make = async () => {
    setIsMaking(true)
    try {
      setUrl((await call(copyScholarshipLink, { params: { id: scholarshipId } })).url)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setIsMaking(false)
    }
  }
  if (url !== null) return <CopyAddress url={url} note="It is shown this once, and it is for this student alone." />
  return (
    <div>
      <Button pending={isMaking && 'Making…'} onClick={() => void make()}>
        Make a link to copy
      </Button>
    </div>
  )
}
