import type { Feature } from '#server/platform/features/define-feature.ts'
import { approvalsPersonalData } from './personal-data.ts'
import { approvalRoutes } from './routes.ts'

export const approvalsFeature: Feature = {
  routes: approvalRoutes,
  personalData: approvalsPersonalData,
}
