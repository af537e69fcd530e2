import type { Feature } from '#server/platform/features/define-feature.ts'
import { sweepLimits } from './sweep-limits.ts'

export const httpFeature: Feature = {
  sweep: sweepLimits,
}
