import type { Feature } from '#server/platform/features/define-feature.ts'
import { findLeftCheckouts } from './find-left-checkouts.ts'
import { giveReplyTemplates } from './give-reply-templates.ts'
import { leadsPersonalData } from './personal-data.ts'
import { leadRoutes } from './routes.ts'

export const leadsFeature: Feature = {
  routes: leadRoutes,
  start: giveReplyTemplates,
  sweep: findLeftCheckouts,
  personalData: leadsPersonalData,
}
