import { listCourses } from '#contract/catalog.ts'
import type { Call } from '#contract/client.ts'
import type { PageTarget } from '#contract/pages.ts'
import { courseTabs } from './catalog/tabs.ts'
import { plainPath } from './lib/plain-path.ts'

interface PublicPage {
  path: RegExp
  /** Query parameters that change what the server renders, each with the values it knows. */
  query?: Record<string, (call: Call) => Promise<readonly string[]>>
}

const publicPages: PublicPage[] = [
  { path: /^\/(?:home|register|login|contact|career-kickstart)$/ },
  { path: /^\/(?:resources|ProjectsList|companies|blogs|researchpage|researchform|hirepage)$/ },
  { path: /^\/(?:terms|privacy-policy|refund-policy)$/ },
  { path: /^\/(?:service|blog|policy)\/[1-9]\d{0,9}$/ },
  { path: /^\/newbatches$/, query: { category: categories } },
  { path: /^\/courses$/, query: { category: categories } },
  { path: /^\/courses\/[1-9]\d{0,9}$/, query: { tab: async () => courseTabs } },
]

/** Stands for every value nobody knows, so that made-up ones share a page. */
export const unknownValue = 'unknown'

/** What a request for a page comes to: its canonical address, and whether everyone gets the same. */
export async function canonicalPage(requested: URL, call: Call): Promise<PageTarget> {
  if (requested.pathname === '/') return { url: requested, cacheable: false, redirect: '/home' }
  const data = requested.pathname.endsWith('.data')
  const path = plainPath(requested.pathname)
  const page = publicPages.find((one) => one.path.test(path))
  const url = new URL(requested)
  url.hash = ''
  if (!page) return { url, cacheable: false }
  url.pathname = data ? `${path}.data` : path
  url.search = ''
  for (const [name, known] of Object.entries(page.query ?? {})) {
    const value = requested.searchParams.get(name)?.toLowerCase()
    if (!value) continue
    // While the values can't be read each stands for itself, so that a page that was kept before is found.
    const values = await known(call).catch(() => [value])
    url.searchParams.set(name, values.includes(value) ? value : unknownValue)
  }
  const routes = requested.searchParams.get('_routes')
  if (data && routes !== null) {
    // Asked for some of a page's loaders only: cheap, and its combinations are not worth keeping.
    url.searchParams.set('_routes', routes)
    return { url, cacheable: false }
  }
  return { url, cacheable: true }
}

async function categories(call: Call): Promise<string[]> {
  const courses = await call(listCourses)
  return ['all', ...courses.map((course) => course.category.toLowerCase())]
}
