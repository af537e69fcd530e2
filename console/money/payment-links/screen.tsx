import {
  type PaymentLinkRecord,
  paymentLinks,
  paymentLinkStateNames,
  paymentLinkStates,
} from '#contract/money/staff/payment-links.ts'
import { MoneyField } from '#console/kit/fields/number-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { batchReference, openBatchReference, studentReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { formatColumnPaise, formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { ExpiryField } from './expiry-field.tsx'
import { LinkPanel, LinkState } from './link-panel.tsx'

type Values = FormValues<typeof paymentLinks>

const states = paymentLinkStates.map((value) => ({ value, label: paymentLinkStateNames[value] }))
const personOf = ({ student, email }: PaymentLinkRecord) => student ?? email ?? 'Erased'

export const screen = defineScreen({
  resource: paymentLinks,
  title: 'Payment links',
  one: 'payment link',
  labels: {
    student: 'Person',
    student_id: 'Student',
    email: 'E-mail',
    state: 'State',
    course: 'Course',
    batch_id: 'Batch',
    batch: 'Batch',
    price_paise: 'Price',
    offer_paise: 'Others pay',
    expires_at: 'Works until',
    made_at: 'Made',
    made_by_name: 'Made by',
    reason: 'Reason',
    mail: 'Mail it to the person',
  },
  nameOf: (link) => `${personOf(link)}, ${link.course}`,
  columns: [
    { name: 'student', show: personOf },
    { name: 'state', width: '8rem', atEnd: true, show: ({ state }) => <LinkState state={state} /> },
    {
      name: 'price_paise',
      width: '8rem',
      show: ({ price_paise: paise }) => (paise === null ? 'Usual' : formatColumnPaise(paise)),
    },
    { name: 'course' },
    { name: 'expires_at', width: '11rem', show: ({ expires_at: at }) => formatMoment(at) },
    { name: 'made_by_name', width: '9rem' },
    { name: 'made_at', hidden: true, show: ({ made_at: at }) => formatMoment(at) },
    { name: 'offer_paise', hidden: true },
    { name: 'reason', hidden: true },
  ],
  line: (link) => `${link.price_paise === null ? 'Usual price' : formatPaise(link.price_paise)} for ${link.course}`,
  filters: [
    { name: 'state', kind: 'choice', choices: states },
    { name: 'student', label: 'Student', kind: 'reference', to: studentReference, permission: 'students:read' },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
  ],
  views: [
    { name: 'Active', filters: { state: 'active' }, empty: 'No link is active.' },
    { name: 'Paid', filters: { state: 'paid' }, empty: 'No link has been paid.' },
    { name: 'Waiting', filters: { state: 'waiting' }, empty: 'None waits for a second person.' },
  ],
  empty: 'A secret address at which one person pays for a batch, once.',
  blank: { student_id: null, email: null, batch_id: null, price_paise: null, reason: '', expires_at: null, mail: false },
  making: {
    button: 'Make link',
    done: ({ state, mailed_at: mailed }) =>
      state === 'waiting'
        ? 'A second person has to decide about the price. They have got a mail.'
        : mailed
          ? 'The link is mailed. You can copy it here as well.'
          : 'The link is ready. Copy it now: it is shown this once.',
  },
  acts: [
    {
      label: 'Mail',
      permission: 'payment-links:write',
      when: ({ state }) => state === 'active',
      run: 'mail',
      done: (link) => `The link is mailed to ${personOf(link)}.`,
      confirm: (link) => ({
        title: `Mail the link to ${personOf(link)}?`,
        text: 'The mail has a new address. One that was copied or mailed before stops working.',
        action: 'Mail link',
      }),
    },
    {
      label: 'Withdraw',
      permission: 'payment-links:write',
      when: ({ state }) => state === 'active',
      run: 'withdraw',
      done: (link) => `The link of ${personOf(link)} is withdrawn.`,
      confirm: (link) => ({
        title: `Withdraw the link of ${personOf(link)}?`,
        text: `The address stops working, and ${link.course} is at the usual price. A payment that has started keeps its price while its seat is held.`,
        action: 'Withdraw link',
        danger: true,
      }),
    },
  ],
  locked: ({ state, scholarship_id: scholarship }) =>
    state !== 'active'
      ? `This link is ${paymentLinkStateNames[state].toLowerCase()}.`
      : scholarship === null
        ? null
        : 'This link follows its scholarship.',
  Panel: LinkPanel,
  Form: LinkForm,
})

function LinkForm({ record }: { record: PaymentLinkRecord | null }) {
  return (
    <Section
      title="Payment link"
      text="One person pays for one batch with it, once. A lower price than others pay is a discount: above the limit of the settings a second person decides."
    >
      {record ? (
        <p className="text-base">
          {personOf(record)} pays {record.price_paise === null ? 'the usual price' : formatPaise(record.price_paise)} for{' '}
          {record.course}.
        </p>
      ) : (
        <>
          <Pair>
            <ReferenceField<Values> name="student_id" to={studentReference} hint="Somebody with an account." />
            <TextField<Values> name="email" type="email" hint="Or anybody with this address." />
          </Pair>
          <Pair>
            <ReferenceField<Values> name="batch_id" to={openBatchReference} required />
            <MoneyField<Values> name="price_paise" hint="Empty: what everybody pays." />
          </Pair>
        </>
      )}
      <ExpiryField />
      <TextareaField<Values> name="reason" required hint="Staff read it. The student reads it in a copy of their data." />
      {record ? null : <SwitchField<Values> name="mail" hint="You can copy the link as well." />}
    </Section>
  )
}
