import { type LeadRecord, leadKinds, leads, leadKindNames } from '#contract/desk/staff/leads.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { leadOwnerReference, publishedCourseReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { keepKey } from '#console/kit/parts/held-keys.ts'
import { LeadPanel } from './lead-panel.tsx'
import { LeadState } from './lead-state.tsx'

type Values = FormValues<typeof leads>

const nameOf = ({ name }: LeadRecord) => name
/** What it is about, in a few words. */
const topicOf = ({ course, company, institution, message }: LeadRecord) => course ?? company ?? institution ?? message ?? ''

export const screen = defineScreen({
  resource: leads,
  title: 'Leads',
  one: 'lead',
  labels: {
    name: 'Name',
    kind: 'Kind',
    course: 'About',
    owner: 'Owner',
    owner_id: 'Owner',
    state: 'State',
    is_late: 'Late',
    received_at: 'Received',
    follow_up_on: 'Comes back on',
    email: 'E-mail',
    phone: 'Phone',
    message: 'What the person wants',
    from: 'From day',
    to: 'To day',
  },
  nameOf,
  columns: [
    { name: 'name' },
    // Second, so that the age is in sight on a tablet too.
    { name: 'state', width: '10rem', atEnd: true, show: (lead) => <LeadState lead={lead} /> },
    { name: 'kind', width: '10rem', show: ({ kind }) => leadKindNames[kind] },
    { name: 'course', show: topicOf },
    { name: 'owner', width: '9rem', show: ({ owner }) => owner ?? <span className="text-muted">Nobody</span> },
    { name: 'received_at', hidden: true, show: ({ received_at }) => formatMoment(received_at) },
    { name: 'email', hidden: true },
    { name: 'phone', hidden: true },
  ],
  line: (lead) => [leadKindNames[lead.kind], topicOf(lead)].filter(Boolean).join(' · '),
  views: [
    { name: 'To do', filters: { state: 'todo' }, empty: 'No lead to answer.' },
    { name: 'Waiting', filters: { state: 'waiting' }, empty: 'No lead waits.' },
    { name: 'Closed', filters: { state: 'closed' }, sort: '-received_at', empty: 'No closed lead.' },
  ],
  filters: [
    {
      name: 'state',
      kind: 'choice',
      choices: [
        { value: 'todo', label: 'To do' },
        { value: 'new', label: 'New' },
        { value: 'due', label: 'Back' },
        { value: 'waiting', label: 'Waiting' },
        { value: 'closed', label: 'Closed' },
      ],
    },
    { name: 'is_late', kind: 'flag' },
    { name: 'kind', kind: 'choice', choices: leadKinds.map((value) => ({ value, label: leadKindNames[value] })) },
    { name: 'owner', kind: 'reference', to: leadOwnerReference, permission: 'leads:read' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'Enquiries of visitors and checkouts that were left appear here.',
  making: { done: ({ name }) => `The lead of ${name} is written down.` },
  blank: { name: '', email: null, phone: null, course_id: null, message: '' },
  Panel: LeadPanel,
  rowKeys: {
    r: ({ closed_at, email }) => closed_at === null && email !== null && keepKey('r'),
    c: ({ closed_at }) => closed_at === null && keepKey('c'),
  },
  locked: ({ closed_at }) => (closed_at ? 'The lead is closed. Open it again to change it.' : null),
  acts: [
    {
      label: 'Open again',
      permission: 'leads:write',
      primary: true,
      when: ({ closed_at }) => closed_at !== null,
      run: 'reopen',
      done: ({ name }) => `The lead of ${name} is open again.`,
    },
  ],
  Form: ({ record }) => (record ? <FollowUp /> : <Contact />),
})

function FollowUp() {
  return (
    <Section title="Follow-up" text="Who answers, and when the lead comes back.">
      <ReferenceField<Values> name="owner_id" to={leadOwnerReference} />
      <DateField<Values> name="follow_up_on" hint="It stands in To do again on this day." />
    </Section>
  )
}

function Contact() {
  return (
    <Section title="Contact" text="For a call, a visit or a message that came another way.">
      <TextField<Values> name="name" required maxLength={120} />
      <Pair>
        <TextField<Values> name="phone" type="tel" inputMode="tel" hint="Ten digits" />
        <TextField<Values> name="email" type="email" maxLength={254} />
      </Pair>
      <ReferenceField<Values> name="course_id" label="Course" to={publishedCourseReference} />
      <TextareaField<Values> name="message" required />
    </Section>
  )
}
