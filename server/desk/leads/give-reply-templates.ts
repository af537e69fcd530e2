import type { Deps } from '#server/deps.ts'
import type { ReplyTemplateRecord } from '#contract/desk/staff/reply-templates.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { giveOnce } from '#server/platform/starter-sets/give-once.ts'

const drafts: readonly Pick<ReplyTemplateRecord, 'name' | 'kind' | 'subject' | 'body'>[] = [
  {
    name: 'No answer by phone',
    kind: 'callback',
    subject: 'Your question about {course}',
    body: 'Dear {name},\n\nthank you for your interest in {course}. I tried to reach you by phone. When is a good time to call you?\n\nYou can also answer this mail with your question.\n\n{school}',
  },
  {
    name: 'Answer to a question',
    kind: 'contact',
    subject: 'Your message to {school}',
    body: 'Dear {name},\n\nthank you for your message. Here is the answer to your question:\n\n\n\nPlease write to us when something is still open.\n\n{school}',
  },
  {
    name: 'Purchase not finished',
    kind: 'checkout',
    subject: 'Your place in {course}',
    body: 'Dear {name},\n\nyou began to enrol in {course} and did not finish. Did something go wrong with the payment, or do you have a question before you decide? Please answer this mail and we will help.\n\n{school}',
  },
  {
    name: 'Company looks for people',
    kind: 'hire',
    subject: 'Your request to {school}',
    body: 'Dear {name},\n\nthank you for your request. Please tell us which role you want to fill, how many people you need and from when. We will then write to you with suitable graduates.\n\n{school}',
  },
  {
    name: 'Research proposal received',
    kind: 'research',
    subject: 'Your proposal to {school}',
    body: 'Dear {name},\n\nthank you for your proposal. We will read it with our instructors and write to you again.\n\n{school}',
  },
]

const addReplyTemplates = statement<{ id: number }>(
  'add_reply_templates',
  `insert into reply_templates (name, kind, subject, body, is_draft)
   select t.name, t.kind, t.subject, t.body, true
   from jsonb_to_recordset($1::jsonb) as t (name text, kind text, subject text, body text)
   on conflict (name) do nothing returning id`,
)

/** Gives a new school answers to leads as drafts. Staff edit them and make them ready. */
export async function giveReplyTemplates(deps: Pick<Deps, 'db'>, system: System): Promise<void> {
  await giveOnce(deps, system, 'reply-templates', async (tx) =>
    (await rows(tx, addReplyTemplates, [JSON.stringify(drafts)])).map(({ id }) => id),
  )
}
