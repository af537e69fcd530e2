import type { Feature } from '#server/platform/features/define-feature.ts'
import { planRoutes } from './routes.ts'

export const plansFeature: Feature = { routes: planRoutes }
