import type { Feature } from '#server/platform/features/define-feature.ts'
import { accountsPersonalData } from './personal-data.ts'
import { accountRoutes } from './routes.ts'
import { sweepAccounts } from './sweep-accounts.ts'

export const accountsFeature: Feature = {
  routes: accountRoutes,
  sweep: sweepAccounts,
  personalData: accountsPersonalData,
}
