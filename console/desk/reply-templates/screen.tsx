import {
  type ReplyTemplateRecord,
  replyTemplates,
  templateKinds,
  templateKindNames,
} from '#contract/desk/staff/reply-templates.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof replyTemplates>
const nameOf = ({ name }: ReplyTemplateRecord) => name

export const screen = defineScreen({
  resource: replyTemplates,
  title: 'Reply templates',
  one: 'reply template',
  labels: { name: 'Name', kind: 'Kind of lead', subject: 'Subject', body: 'Text', is_draft: 'Draft' },
  nameOf,
  columns: [
    { name: 'name' },
    { name: 'kind', width: '9rem', show: ({ kind }) => (kind ? templateKindNames[kind] : 'Every lead') },
    { name: 'subject' },
    {
      name: 'is_draft',
      width: '6rem',
      atEnd: true,
      show: ({ is_draft }) => (is_draft ? <Badge tone="ahead">Draft</Badge> : null),
    },
    { name: 'body', hidden: true },
  ],
  filters: [{ name: 'is_draft', kind: 'flag' }],
  empty: 'Save the answers that you write often, ready to be sent to a lead.',
  blank: { name: '', kind: null, subject: '', body: 'Dear {name},\n\n' },
  show: {
    kind: (value) => (value ? templateKindNames[value as keyof typeof templateKindNames] : 'Every lead'),
    is_draft: (value) => (value === true ? <Badge tone="ahead">Draft, not offered for replies</Badge> : 'Ready'),
  },
  acts: [
    {
      label: 'Mark as ready',
      permission: 'leads:write',
      primary: true,
      when: ({ is_draft }) => is_draft,
      run: 'ready',
      done: (record) => `${nameOf(record)} is offered for replies.`,
      undo: 'draft',
    },
    {
      label: 'Make it a draft',
      permission: 'leads:write',
      when: ({ is_draft }) => !is_draft,
      run: 'draft',
      done: (record) => `${nameOf(record)} is a draft. It is not offered for replies.`,
      undo: 'ready',
    },
    {
      label: 'Remove',
      permission: 'leads:write',
      run: 'remove',
      removes: true,
      done: (record) => `${nameOf(record)} is removed.`,
      confirm: (record) => ({
        title: `Remove ${nameOf(record)}?`,
        text: 'Answers that were sent with it stay as they are.',
        action: 'Remove',
      }),
    },
  ],
  Form: () => (
    <Section title="Template" text="{name}, {course} and {school} are filled in when it is chosen.">
      <TextField<Values> name="name" required maxLength={80} hint="For staff, in the list of templates." />
      <SelectField<Values>
        name="kind"
        options={templateKinds.map((value) => ({ value, label: templateKindNames[value] }))}
        hint="It stands first in the list of templates for these leads."
      />
      <TextField<Values> name="subject" required maxLength={150} />
      <TextareaField<Values> name="body" required rows={8} />
    </Section>
  ),
})
