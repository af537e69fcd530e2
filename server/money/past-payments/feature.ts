import type { Feature } from '#server/platform/features/define-feature.ts'
import { pastPaymentsPersonalData } from './personal-data.ts'
import { pastPaymentRoutes } from './routes.ts'

export const pastPaymentsFeature: Feature = { routes: pastPaymentRoutes, personalData: pastPaymentsPersonalData }
