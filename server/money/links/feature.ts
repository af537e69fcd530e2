import type { Feature } from '#server/platform/features/define-feature.ts'
import { linkPersonalData } from './personal-data.ts'
import { linkRoutes } from './routes.ts'

export const linksFeature: Feature = { routes: linkRoutes, personalData: linkPersonalData }
