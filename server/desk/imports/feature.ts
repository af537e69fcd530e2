import type { Feature } from '#server/platform/features/define-feature.ts'
import { importsPersonalData } from './personal-data.ts'
import { importRoutes } from './routes.ts'
import { sweepImports } from './sweep-imports.ts'

export const importsFeature: Feature = {
  routes: importRoutes,
  sweep: sweepImports,
  personalData: importsPersonalData,
}
