import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/leads.ts'
import { replyTemplates } from '#contract/desk/staff/reply-templates.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, resourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { addLeadNote } from './add-lead-note.ts'
import { changeLead, listLeadOwners } from './change-lead.ts'
import { closeLead, reopenLead } from './close-lead.ts'
import { createLead } from './create-lead.ts'
import { enquiryList } from './enquiry-list.ts'
import { leadRecords } from './lead-records.ts'
import { liftLeadBouncing } from './lift-lead-bouncing.ts'
import { readLeadThread } from './read-lead-thread.ts'
import { removeReplyTemplate, replyTemplateRecords } from './reply-template-records.ts'
import { replyToLead } from './reply-to-lead.ts'

export function leadRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.enquiries, enquiryList)
  resourceRoutes(app, deps, contract.leads, {
    ...leadRecords,
    create: createLead,
    change: changeLead,
    actions: { reopen: reopenLead },
  })
  resourceRoutes(app, deps, replyTemplates, {
    ...replyTemplateRecords,
    actions: {
      remove: removeReplyTemplate,
      ready: replyTemplateRecords.setting({ is_draft: false }),
      draft: replyTemplateRecords.setting({ is_draft: true }),
    },
  })
  const withStale = withCurrent(contract.leads.record)
  route(app, deps, contract.replyToLead, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await replyToLead(deps, staff, { ...target, body }).catch(withStale))
  })
  route(app, deps, contract.addLeadNote, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await addLeadNote(deps, staff, { ...target, body }).catch(withStale))
  })
  route(app, deps, contract.closeLead, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await closeLead(deps, staff, { ...target, ...body }).catch(withStale))
  })
  route(app, deps, contract.readLeadThread, (staff, { params }) => readLeadThread(deps, staff, params.id))
  route(app, deps, contract.liftLeadBouncing, (staff, { params }) => liftLeadBouncing(deps, staff, params.id))
  route(app, deps, contract.listLeadOwners, async (staff) => ({ owners: await listLeadOwners(deps, staff) }))
}
