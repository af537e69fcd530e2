import { enterClass as enterClassEndpoint, startDemoClass as startDemoClassEndpoint } from '#contract/classes/live-class.ts'
import { removeOldEngines } from '#server/classes/classroom/engine/pin-engine.ts'
import type { Feature } from '#server/platform/features/define-feature.ts'
import { route } from '#server/platform/http/route.ts'
import { enterClass } from './enter-class.ts'
import { liveSocket } from './live-socket.ts'
import { mediaRoutes } from './media-routes.ts'
import { removeOldTickets } from './open-ticket.ts'
import { startDemoClass } from './start-demo-class.ts'
import { livePersonalData } from './personal-data.ts'

export const liveFeature: Feature = {
  async routes(app, deps) {
    route(app, deps, enterClassEndpoint, (caller, { params, query }) =>
      enterClass(deps, caller, params.session_id, { reopens: query.reopen === 'yes' }),
    )
    route(app, deps, startDemoClassEndpoint, (staff) => startDemoClass(deps, staff))
    mediaRoutes(app, deps)
    await liveSocket(app, deps)
  },
  personalData: livePersonalData,
  async sweep({ db }) {
    await removeOldTickets(db)
    await removeOldEngines(db)
  },
}
