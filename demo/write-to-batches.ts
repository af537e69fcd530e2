import { audienceOf } from '#server/messaging/messages/audience.ts'
import { createMessage } from '#server/messaging/messages/message-records.ts'
import { sendMessage } from '#server/messaging/messages/send-message.ts'
import { after, type Happening, type Past } from './past.ts'

const messages = [
  {
    batch: 125,
    daysAgo: 31.3,
    subject: 'Project teams and the repository',
    body: 'Teams of three stand in the shared sheet. Please clone the repository before Friday, so that we begin with code and not with access rights.',
  },
  {
    batch: 118,
    daysAgo: 6.2,
    subject: 'Set a budget alarm before Thursday',
    body: 'We create the first paid resources on Thursday. Please set the budget alarm of class two on your own account before that.',
  },
  {
    batch: 103,
    daysAgo: 1.6,
    subject: 'Pull requests for the next class',
    body: 'Please open your pull request by Wednesday noon. We read three of them together, with names removed.',
  },
]

/** The office writes to batches that are running. */
export function writeToBatches({ deps, staff, now }: Past): Happening[] {
  return messages.map(({ batch, daysAgo, subject, body: text }) => ({
    at: after(now, -daysAgo),
    async happen() {
      const draft = await createMessage(deps, staff.support, {
        body: { batch_id: batch, subject, body: text, stays_in_room: true },
      })
      const { count, hash } = await audienceOf(deps.db, draft.id)
      await sendMessage(deps, staff.support, { id: draft.id, versions: [draft.version], body: { recipients: count, hash } })
    },
  }))
}
