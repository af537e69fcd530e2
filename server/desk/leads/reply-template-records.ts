import { type ReplyTemplateRecord, replyTemplates } from '#contract/desk/staff/reply-templates.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const replyTemplateRecords = staffRecords(replyTemplates, {
  name: 'reply_templates_for_staff',
  table: 'reply_templates',
  writes: ['name', 'subject', 'body', 'kind'],
  search: `r.name || ' ' || r.subject || ' ' || r.body`,
  fixed: { is_draft: false },
  filters: { is_draft: 'boolean' },
  sorts: { name: { type: 'text', sql: 'lower(r.name)' }, id: { type: 'integer', sql: 'r.id' } },
  conflicts: {
    reply_templates_name_key: { code: 'name_taken', field: 'name', message: 'Another template has this name.' },
  },
})

const deleteReplyTemplate = statement<{ id: number }>(
  'delete_reply_template',
  `delete from reply_templates where id = $1 and version = any ($2::integer[]) returning id`,
)

/** @throws HttpError 404; StaleVersion */
export async function removeReplyTemplate(deps: Deps, staff: Staff, { id, versions }: Target): Promise<ReplyTemplateRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const record = await replyTemplateRecords.find(tx, id)
    if (!(await row(tx, deleteReplyTemplate, [id, versions]))) throw new StaleVersion(record)
    return record
  })
}
