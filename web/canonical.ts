import { listCourses } from '#contract/catalog.ts'
import type { Call } from '#contract/client.ts'
import type { PageTarget } from '#contract/page-rendering.ts'
import { findPage, type Page, plainPath } from '#contract/pages.ts'
import { isId } from '#contract/rules.ts'

/** Replaces every unknown value of a query parameter, so that invented values share one cache entry. */
export const unknownValue = 'unknown'

/** How a request for a page is answered: its canonical address, and whether it may be cached. */
export async function canonicalPage(requested: URL, call: Call): Promise<PageTarget> {
  const page = findPage(requested.pathname)
  if (page?.redirect) return { url: requested, cacheable: false, redirect: page.redirect }
  const url = new URL(requested)
  url.hash = ''
  if (!page?.cached || !page.params.every(isId)) return { url, cacheable: false }
  const isData = requested.pathname.endsWith('.data')
  const path = plainPath(requested.pathname)
  url.pathname = isData ? `${path}.data` : path
  url.search = ''
  for (const [name, known] of Object.entries(page.query ?? {})) {
    const value = requested.searchParams.get(name)?.toLowerCase()
    if (!value) continue
    // While the values can't be read each one stays, so that a page that was cached before is found.
    const values = await valuesOf(known, call).catch(() => [value])
    url.searchParams.set(name, values.includes(value) ? value : unknownValue)
  }
  const routes = requested.searchParams.get('_routes')
  if (isData && routes !== null) {
    // A request for some of the page's loaders is cheap, and has too many combinations to cache.
    url.searchParams.set('_routes', routes)
    return { url, cacheable: false }
  }
  return { url, cacheable: true }
}

async function valuesOf(known: NonNullable<Page['query']>[string], call: Call): Promise<readonly string[]> {
  if (known !== 'categories') return known
  const courses = await call(listCourses)
  return ['all', ...courses.map((course) => course.category.toLowerCase())]
}
