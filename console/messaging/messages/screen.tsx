import { useFormContext, useWatch } from 'react-hook-form'
import { type MessageRecord, messages, messageStates, messageStateNames } from '#contract/messaging/staff/messages.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { useSettled } from '#console/kit/calendar/use-settled.ts'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { batchReference, ownBatchReference } from '#console/kit/fields/references.ts'
import { Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { type Blank, defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { MessagePanel } from './message-panel.tsx'
import { MessageState } from './message-state.tsx'
import { Preview, TestButton } from './preview.tsx'

type Values = FormValues<typeof messages>

const nameOf = ({ subject }: MessageRecord) => subject
const batchOf = ({ batch_id: id, course }: MessageRecord) => nameOfBatch({ id, course })

const Nothing = () => <span className="text-muted">–</span>

export const screen = defineScreen({
  resource: messages,
  title: 'Messages',
  one: 'message',
  locked: ({ sent_at }) => (sent_at === null ? null : 'A sent message can not be changed.'),
  labels: {
    subject: 'Subject',
    batch_id: 'Batch',
    batch: 'Batch',
    course: 'Batch',
    body: 'Text',
    state: 'State',
    recipients: 'Students',
    sent_at: 'Sent',
    sent_by: 'Sent by',
    author: 'Written by',
  },
  nameOf,
  columns: [
    { name: 'subject' },
    { name: 'state', width: '11rem', atEnd: true, show: (message) => <MessageState {...message} /> },
    { name: 'course', show: batchOf },
    {
      name: 'recipients',
      align: 'right',
      width: '7rem',
      show: ({ recipients }) => recipients?.toLocaleString('en-IN') ?? <Nothing />,
    },
    { name: 'sent_at', width: '13rem', show: ({ sent_at }) => (sent_at ? formatMoment(sent_at) : <Nothing />) },
    { name: 'author', hidden: true },
  ],
  line: (message) => batchOf(message),
  filters: [
    { name: 'state', kind: 'choice', choices: messageStates.map((value) => ({ value, label: messageStateNames[value] })) },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
  ],
  views: [
    { name: 'Drafts', filters: { state: 'draft' }, empty: 'No draft.' },
    { name: 'Not delivered', filters: { state: 'undelivered' }, empty: 'Every message was delivered.' },
  ],
  empty: 'A message is a mail to all students of a batch.',
  blank: (asked) => ({ batch_id: Number(asked.get('batch')) || null, subject: '', body: '' }),
  making: {
    title: 'New message',
    button: 'Save draft',
    continueLabel: 'Review & send…',
    done: () => 'The draft is saved. Nobody has got it yet.',
  },
  acts: [
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
  Form: () => (
    <Section
      title="Message"
      text="Each student of the batch gets a mail of their own, with a greeting above and your name below. When a class is moved, cancelled or taught by somebody else, students get a mail automatically."
    >
      <BatchField />
      <TextField<Values> name="subject" required maxLength={150} />
      <TextareaField<Values>
        name="body"
        required
        rows={16}
        hint="An empty line begins a paragraph. Web addresses become links. Write nothing about a single student here: the audit log keeps the text."
      />
    </Section>
  ),
  Beside,
})

/** An instructor writes to own batches. */
function BatchField() {
  const { may } = useAccess()
  const to = may('batches:read') ? batchReference : ownBatchReference
  return <ReferenceField<Values> name="batch_id" label="Batch" to={to} required />
}

/** The mail while it is written. */
function Beside() {
  const { control } = useFormContext<Blank<typeof messages>>()
  const [batch_id, subject, body] = useWatch({ control, name: ['batch_id', 'subject', 'body'] })
  const words = useSettled(
    batch_id !== null && subject !== null && body !== null && messages.input.safeParse({ batch_id, subject, body }).success
      ? { batch_id, subject, body }
      : null,
  )
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
          <p className="text-muted">
            The mail appears here, and can be sent to yourself, once it has a batch, a subject and a text.
          </p>
        )}
      </div>
    </section>
  )
}
