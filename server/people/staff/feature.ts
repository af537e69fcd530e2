import type { Feature } from '#server/platform/features/define-feature.ts'
import { resealTotps } from './reseal-totps.ts'
import { staffRoutes } from './routes.ts'
import { sweepStaff } from './sweep-staff.ts'

export const staffFeature: Feature = {
  routes: staffRoutes,
  sweep: sweepStaff,
  async start(deps, system) {
    const staff = await resealTotps(deps, system)
    if (staff.length === 0) return
    deps.log.error(
      { staff },
      'AUTH_SECRET no longer opens authenticator apps: list the former secret after the new one, or run npm run staff -- reset EMAIL for each person that npm run staff -- list names',
    )
  },
}
