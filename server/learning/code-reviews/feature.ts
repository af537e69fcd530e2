import type { Feature } from '#server/platform/features/define-feature.ts'
import { codeReviewRoutes } from './routes.ts'

export const codeReviewsFeature: Feature = { routes: codeReviewRoutes }
