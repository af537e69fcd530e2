import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // `scripts/build-web.mjs` builds beside the pages that are served.
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  ssr: true,
  // All routes are known from the start, so that no manifest is asked for while navigating.
  routeDiscovery: { mode: 'initial' },
  // A page is one file. Its code is fetched before a navigation begins, so its loader does not wait for it longer.
  splitRouteModules: false,
} satisfies Config
