import type { Feature } from '#server/platform/features/define-feature.ts'
import { givePolicyDrafts } from './policies/give-policy-drafts.ts'
import { contentRoutes } from './routes.ts'

export const contentFeature: Feature = {
  routes: contentRoutes,
  start: givePolicyDrafts,
}
