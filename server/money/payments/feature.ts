import type { Feature } from '#server/platform/features/define-feature.ts'
import { paymentsPersonalData } from './personal-data.ts'

export const paymentsFeature: Feature = {
  personalData: paymentsPersonalData,
}
