import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  ssr: true,
  // All routes are known from the start, so that no manifest is asked for while navigating.
  routeDiscovery: { mode: 'initial' },
  // A page is one file. Its code is fetched before a navigation begins, so its loader does not wait for it longer.
  splitRouteModules: false,
} satisfies Config
