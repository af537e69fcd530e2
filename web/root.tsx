import fontUrl from '#ui/fonts/bricolage-grotesque.woff2?url'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import { listCategories } from '#contract/catalog/catalog.ts'
import { brandVersion, shadesOf, themeStyle } from '#contract/site/brand.ts'
import { readNavigation, readSiteSettings, type SchoolSettings, schoolSettings } from '#contract/site/content.ts'
import { pathTo, policyPath } from '#contract/pages.ts'
import { policyIds } from '#contract/rules.ts'
import type { Route } from './+types/root'
import beforeHydration from 'inline-script:web/before-hydration.ts'
import { stayWithoutData } from '#web/lib/stay-on-failed-navigation.ts'
import { type RootData, useRootData } from '#web/lib/root-data.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { startSession } from '#web/lib/start-session.ts'
import { onFirstToast, showCarriedToasts, type ToastMessage, takeQueuedToasts } from '#web/lib/toast.ts'
import { RouteError } from '#web/frame/route-error.tsx'
import { RouteFocus } from '#web/frame/route-focus.tsx'
import { PlainToasts } from '#web/frame/plain-toasts.tsx'
import { retryable } from '#ui/retryable.ts'
import stylesheet from '#ui/tokens.css?url'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayWithoutData]

/** The fallback when the site settings cannot be loaded. */
const fallbackSite: SchoolSettings = {
  brand: 'Karyashala',
  wordmark: '',
  accent: null,
  mark: null,
  logo: null,
  logo_dark: null,
  tagline: '',
  subjects: '',
  phone_display: '',
  phone_e164: '',
  email: '',
  address: [],
  socials: [],
  support_hours: '',
  legal_name: 'Karyashala',
  grievance_name: '',
  grievance_email: '',
  gstin: null,
  state_code: null,
  sac_code: '',
  gst_rate: 0,
  whatsapp_e164: null,
  refund_line: '',
}

/** Loads the shell's data: site settings, categories, services. Each part may fail on its own. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, settings } = context.get(serverContext)
  const [site, categories, navigation] = await Promise.all([
    call(readSiteSettings).catch(() => null),
    call(listCategories).catch(() => null),
    call(readNavigation).catch(() => null),
  ])
  const answers = { site, categories, services: navigation }
  const read: RootData = {
    // A page reads its texts itself.
    site: site ? schoolSettings.parse(site) : fallbackSite,
    categories: (categories ?? []).map(({ name }) => name),
    services: navigation?.services ?? [],
    hasMoreServices: navigation?.has_more_services ?? false,
    year: new Date().getFullYear(),
    ...unwrittenPolicies(navigation?.policies),
    unread: (['site', 'categories', 'services'] as const).filter((part) => answers[part] === null),
    ...(site?.accent && { theme: themeOf(site.accent) }),
    ...settings,
  }
  // Every page needs the site settings: without them the answer is 503.
  return data(read, site === null ? { status: 503 } : {})
}

/** Made on the server, so that it is not part of the script. */
function themeOf(accent: string): RootData['theme'] {
  const { light, dark } = shadesOf(accent)
  return { style: themeStyle(accent), light: light.accent, dark: dark.soft }
}

/** The paths of policies without a version in effect. A new school has them until it publishes its policies. */
function unwrittenPolicies(written: readonly number[] | undefined): Pick<RootData, 'unwritten'> {
  const missing = Object.values(policyIds).filter((id) => written && !written.includes(id))
  return missing.length > 0 ? { unwritten: missing.flatMap((id) => [policyPath(id), pathTo('policy', id)]) } : {}
}

/** The meta of error pages; a page's own meta takes precedence. */
export const meta: Route.MetaFunction = ({ error, loaderData }) => {
  const title = isRouteErrorResponse(error) && error.status === 404 ? 'Oops! Page Not Found' : 'This page could not be loaded'
  // Without loader data the brand is unknown.
  return [{ title: loaderData ? `${title} · ${loaderData.site.brand}` : title }, { name: 'robots', content: 'noindex' }]
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  // The policy of the document knows its style by hash, so the style stays while the document does.
  const [theme] = useState(root?.theme)
  const version = root ? brandVersion(root.site) : ''
  const icon = (path: string) => (version ? `${path}?v=${version}` : path)
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={theme?.light ?? '#fbfaf7'} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={theme?.dark ?? '#12171b'} />
        <meta name="format-detection" content="telephone=no" />
        <Meta />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: beforeHydration }} />
        <Links />
        <link rel="icon" href={icon('/favicon.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={icon('/icon-180.png')} />
        {theme ? <style>{theme.style}</style> : null}
        <noscript>
          <link rel="stylesheet" href="/no-script.css" />
        </noscript>
      </head>
      <body className="flex flex-col">
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

// A separate function: Vite would add `.then` to its preload promise and leave a failed stylesheet unhandled.
const loadToaster = () => import('#web/frame/toaster.tsx')

/** No page needs it in good times. The document has its markup, which stays when the code can't be loaded. */
const LaterUnavailable = lazy(retryable(() => import('#web/frame/unavailable.tsx')).value)

const Unavailable = ({ site }: { site: SchoolSettings }) => (
  <Suspense>
    <LaterUnavailable site={site} />
  </Suspense>
)

export default function App({ loaderData }: Route.ComponentProps) {
  const root = useRootData() ?? loaderData
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const [queued, setQueued] = useState<ToastMessage[]>([])
  const { key } = useLocation()
  useEffect(() => {
    const stop = onFirstToast(() => {
      // Falls back to plain toasts when loading fails. The next toast retries.
      loadToaster().then(
        (loaded) => setToaster(() => loaded.default),
        () => setQueued(takeQueuedToasts()),
      )
    })
    startSession()
    showCarriedToasts()
    window.__hydrated?.()
    return stop
  }, [])
  if (root.unread.includes('site')) return <Unavailable site={root.site} />
  return (
    <>
      <RouteFocus navigation={key} />
      <Outlet />
      {Toaster ? <Toaster /> : <PlainToasts messages={queued} />}
    </>
  )
}

/** For what the layouts of the pages, which have such a boundary in their own frame, can't show. */
export function ErrorBoundary() {
  const root = useRootData()
  useEffect(() => {
    startSession()
    window.__hydrated?.()
  }, [])
  if (root?.unread.includes('site')) return <Unavailable site={root.site} />
  return (
    <main className="page section-gap">
      <RouteError />
    </main>
  )
}

declare global {
  interface Window {
    /** Set by the script in the head; replays the queued clicks and submits. */
    __hydrated?: () => void
  }
}
