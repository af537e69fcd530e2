import type { Feature } from '#server/platform/features/define-feature.ts'
import { monthRoutes } from './routes.ts'

export const monthFeature: Feature = { routes: monthRoutes }
