import { type ReplyTemplateRecord, replyTemplates } from '#contract/staff/reply-templates.ts'
import { Section } from '../fields/section.tsx'
import { TextareaField, TextField } from '../fields/text-field.tsx'
import { defineScreen } from '../resource/screen.ts'

const nameOf = ({ name }: ReplyTemplateRecord) => name

export const screen = defineScreen({
  resource: replyTemplates,
  title: 'Reply templates',
  one: 'reply template',
  labels: { name: 'Name', subject: 'Subject', body: 'Text' },
  nameOf,
  columns: [{ name: 'name' }, { name: 'subject' }, { name: 'body', hidden: true }],
  filters: [],
  empty: 'Answers that are written often stand here, ready to be sent to a lead.',
  blank: { name: '', subject: '', body: 'Dear {name},\n\n' },
  acts: [
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
      <TextField name="name" required maxLength={80} hint="For staff, in the list of templates." />
      <TextField name="subject" required maxLength={150} />
      <TextareaField name="body" required rows={8} />
    </Section>
  ),
})
