import type { Feature } from '#server/platform/features/define-feature.ts'
import { classesPersonalData } from './personal-data.ts'
import { sessionRoutes } from './routes.ts'

export const sessionsFeature: Feature = {
  routes: sessionRoutes,
  personalData: classesPersonalData,
}
