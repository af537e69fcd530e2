import type { Feature } from '#server/platform/features/define-feature.ts'
import { enrolmentPersonalData } from './personal-data.ts'
import { placeRoutes } from './routes.ts'

export const placesFeature: Feature = {
  routes: placeRoutes,
  personalData: enrolmentPersonalData,
}
