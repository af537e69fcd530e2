import type { LeadRecord } from '#contract/desk/staff/leads.ts'
import type { ReplyTemplateRecord } from '#contract/desk/staff/reply-templates.ts'

/** Which reply templates stand first for a lead. A guest asks for a course, as somebody who wants a call does. */
export function templateKindOf({ kind }: LeadRecord): ReplyTemplateRecord['kind'] {
  if (kind === 'professor' || kind === 'student') return 'research'
  return kind === 'trial' ? 'callback' : kind
}
