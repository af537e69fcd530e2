import type { Feature } from '#server/platform/features/define-feature.ts'
import { outcomeRoutes } from './routes.ts'

export const outcomesFeature: Feature = { routes: outcomeRoutes }
