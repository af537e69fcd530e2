import type { Feature } from '#server/platform/features/define-feature.ts'
import { auditRoutes } from './routes.ts'
import { sweepAudit } from './sweep-audit.ts'

export const auditFeature: Feature = {
  routes: auditRoutes,
  sweep: sweepAudit,
}
