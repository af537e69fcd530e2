import {
  type ClientInstrumentation,
  type DataRouter,
  type DataStrategyResult,
  type MiddlewareFunction,
  matchRoutes,
} from 'react-router'
import { fetchChunks, MissingChunkError } from '#ui/fetch-chunks.ts'
import { toast } from './toast.ts'

const connectionLost = 'The connection is lost. This page stays; please try again in a moment.'

/** Leaves the page as it is until the next navigation replaces this one, which never ends. */
const untilLeft = () => new Promise<never>(() => {})

function stay(): Promise<never> {
  toast.form('error', connectionLost)
  return untilLeft()
}

/** Fetches the target's code before navigating, because the router reloads the page when that fails. */
export const stayWithoutCode: ClientInstrumentation = {
  router({ instrument }) {
    instrument({
      async navigate(go, { to }) {
        if (typeof to === 'string') {
          try {
            await fetchCode(to)
          } catch (error) {
            if (!(error instanceof MissingChunkError)) return stay()
            // The server has a newer version, whose pages have code.
            location.assign(to)
            return untilLeft()
          }
        }
        await go()
      },
    })
  },
}

async function fetchCode(to: string): Promise<void> {
  const { __reactRouterDataRouter: router, __reactRouterManifest: manifest, __reactRouterRouteModules: loaded } = window
  const url = new URL(to, location.href)
  if (!router || !manifest || url.origin !== location.origin) return
  const missing = (matchRoutes(router.routes, url.pathname) ?? []).filter(({ route }) => !loaded?.[route.id ?? ''])
  await fetchChunks(
    missing.flatMap(({ route }) => {
      const found = manifest.routes[route.id ?? '']
      return found ? [found.module, ...(found.imports ?? [])] : []
    }),
  )
}

/** Stays when loading data failed. After back or forward the URL has already changed, so the error page is shown. */
export const stayWithoutData: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  const unreached = Object.values(results).some(({ type, result }) => type === 'error' && result instanceof TypeError)
  const moved = location.href.replace(/#.*/, '') === request.url.replace(/#.*/, '')
  return unreached && !moved && !request.signal.aborted ? await stay() : results
}

declare global {
  interface Window {
    /** Set by the router before it hydrates. */
    __reactRouterDataRouter?: DataRouter
    __reactRouterManifest?: { routes: Record<string, { module: string; imports?: string[] } | undefined> }
    __reactRouterRouteModules?: Record<string, unknown>
  }
}
