import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  ssr: true,
  // All routes are known from the start, so that no manifest is asked for while navigating.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
