import type { Feature } from '#server/platform/features/define-feature.ts'
import { contentPersonalData } from './personal-data.ts'
import { contentRoutes } from './routes.ts'

export const contentFeature: Feature = {
  routes: contentRoutes,
  personalData: contentPersonalData,
}
