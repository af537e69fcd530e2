import type { Feature } from '#server/platform/features/define-feature.ts'
import { gaugeWaitingWork } from './gauge-waiting-work.ts'
import { todayRoutes } from './routes.ts'

export const todayFeature: Feature = {
  routes: todayRoutes,
  gauges: gaugeWaitingWork,
}
