import { useFormContext, useWatch } from 'react-hook-form'
import {
  type MessageRecord,
  messageAudienceNames,
  messageAudiences,
  messages,
  messageStates,
  messageStateNames,
} from '#contract/messaging/staff/messages.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { useSettled } from '#console/kit/calendar/use-settled.ts'
import { batchReference, studentReference } from '#console/kit/fields/references.ts'
import { Section } from '#console/kit/fields/section.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { type Blank, defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { Addressees } from './addressees.tsx'
import { nameOfAddressees } from './addressees-name.ts'
import { MessagePanel } from './message-panel.tsx'
import { MessageState } from './message-state.tsx'
import { PicturesField, Thumbnails } from './pictures-field.tsx'
import { Preview, TestButton } from './preview.tsx'

type Values = FormValues<typeof messages>

const nameOf = ({ subject }: MessageRecord) => subject

const Nothing = () => <span className="text-muted">–</span>

export const screen = defineScreen({
  resource: messages,
  title: 'Messages',
  one: 'message',
  locked: ({ sent_at }) => (sent_at === null ? null : 'A sent message can not be changed.'),
  labels: {
    subject: 'Subject',
    audience: 'To',
    batch_id: 'Batch',
    batch: 'Batch',
    course: 'Course',
    student_id: 'Student',
    student: 'Student',
    session_id: 'Class',
    exercise_id: 'Exercise',
    body: 'Text',
    pictures: 'Pictures',
    stays_in_room: 'Stays in the room',
    state: 'State',
    recipients: 'Students',
    sent_at: 'Sent',
    sent_by: 'Sent by',
    author: 'Written by',
  },
  show: {
    audience: (value) => messageAudiences.flatMap((one) => (one === value ? messageAudienceNames[one] : [])),
    pictures: (value) => <Thumbnails paths={Array.isArray(value) ? value.map(String) : []} />,
  },
  nameOf,
  columns: [
    { name: 'subject' },
    { name: 'state', width: '11rem', atEnd: true, show: (message) => <MessageState {...message} /> },
    { name: 'audience', show: nameOfAddressees },
    {
      name: 'recipients',
      align: 'right',
      width: '7rem',
      show: ({ recipients }) => recipients?.toLocaleString('en-IN') ?? <Nothing />,
    },
    { name: 'sent_at', width: '13rem', show: ({ sent_at }) => (sent_at ? formatMoment(sent_at) : <Nothing />) },
    { name: 'author', hidden: true },
  ],
  line: (message) => nameOfAddressees(message),
  filters: [
    { name: 'state', kind: 'choice', choices: messageStates.map((value) => ({ value, label: messageStateNames[value] })) },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
    { name: 'student', kind: 'reference', to: studentReference, permission: 'students:read' },
  ],
  views: [
    { name: 'Drafts', filters: { state: 'draft' }, empty: 'No draft.' },
    { name: 'Not delivered', filters: { state: 'undelivered' }, empty: 'Every message was delivered.' },
  ],
  empty: 'A message is a mail to the students of a batch, to a part of them, or to one student.',
  blank: (asked) => {
    const idOf = (name: string) => Number(asked.get(name)) || null
    const [student, session, exercise] = [idOf('student'), idOf('class'), idOf('exercise')]
    return {
      audience: student
        ? ('student' as const)
        : session
          ? ('absent' as const)
          : exercise
            ? ('owing' as const)
            : ('batch' as const),
      batch_id: idOf('batch'),
      student_id: student,
      session_id: session,
      exercise_id: exercise,
      subject: '',
      body: '',
      pictures: [],
      stays_in_room: true,
    }
  },
  making: {
    title: 'New message',
    button: 'Save draft',
    continueLabel: 'Review & send…',
    done: () => 'The draft is saved. Nobody has got it yet.',
  },
  acts: [
    {
      label: 'Keep in the room',
      permission: 'messages:write',
      when: ({ sent_at, audience, stays_in_room }) => sent_at !== null && audience === 'batch' && !stays_in_room,
      run: 'show',
      undo: 'hide',
      done: () => 'The room of the batch shows the message.',
    },
    {
      label: 'Take out of the room',
      permission: 'messages:write',
      when: ({ sent_at, stays_in_room }) => sent_at !== null && stays_in_room,
      run: 'hide',
      undo: 'show',
      done: () => 'The room of the batch no longer shows the message.',
    },
    {
      label: 'Remove draft',
      permission: 'messages:write',
      when: ({ sent_at }) => sent_at === null,
      run: 'remove',
      removes: true,
      done: (message) => `The draft “${nameOf(message)}” is removed.`,
      confirm: (message) => ({
        title: `Remove the draft “${nameOf(message)}”?`,
        text: 'Nobody has got it. Its text is lost.',
        action: 'Remove',
      }),
    },
  ],
  Panel: MessagePanel,
  Form,
  Beside,
})

function Form() {
  const { may } = useAccess()
  const { control } = useFormContext<Blank<typeof messages>>()
  const audience = useWatch({ control, name: 'audience' })
  return (
    <Section
      title="Message"
      text="Each student gets a mail of their own, with a greeting above and your name below. When a class is moved, cancelled or taught by somebody else, students get a mail automatically."
    >
      <Addressees />
      <TextField<Values> name="subject" required maxLength={150} />
      <TextareaField<Values>
        name="body"
        required
        rows={14}
        hint="An empty line begins a paragraph. Web addresses become links."
      />
      {may('media:read') ? <PicturesField /> : null}
      {audience === 'batch' ? (
        <SwitchField<Values>
          name="stays_in_room"
          hint="The room of the batch shows it as an announcement, also to students who enrol later."
        />
      ) : null}
    </Section>
  )
}

/** The mail while it is written. */
function Beside() {
  const { control } = useFormContext<Blank<typeof messages>>()
  const [audience, batch_id, subject, body, pictures] = useWatch({
    control,
    name: ['audience', 'batch_id', 'subject', 'body', 'pictures'],
  })
  const { data: written } = messages.input.safeParse({ audience, batch_id, subject, body, pictures })
  const { may } = useAccess()
  // An instructor writes to a student of a batch.
  const needsBatch = audience !== 'student' || !may('students:read')
  const words = useSettled(written && (batch_id !== null || !needsBatch) ? written : null)
  return (
    <section aria-label="Preview" className="border-t border-line pt-6 xl:border-t-0 xl:border-l xl:pt-2 xl:pl-8">
      <div className="grid gap-3 xl:sticky xl:top-4">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <h2 className="text-base">Preview</h2>
          <TestButton words={words} />
        </div>
        {words ? (
          <Preview words={words} />
        ) : (
          <p className="text-muted">The mail appears here, and can be sent to yourself, once it has a subject and a text.</p>
        )}
      </div>
    </section>
  )
}
