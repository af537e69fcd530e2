import { listCategories } from '#contract/catalog/catalog.ts'
import { certificateKeyPattern } from '#contract/learning/certificates.ts'
import type { Call } from '#contract/client.ts'
import type { PageTarget } from '#contract/page-rendering.ts'
import { pageQueries } from '#contract/page-queries.ts'
import { findPage, plainPath } from '#contract/pages.ts'
import { isId } from '#contract/rules.ts'

/** Replaces every unknown value of a query parameter, so that invented values share one cache entry. */
export const unknownValue = 'unknown'

const maxCachedParameters = 2
const idList = /^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,2}$/

/** How a request for a page is answered: its canonical address, and whether it may be cached. */
export async function canonicalPage(requested: URL, call: Call): Promise<PageTarget> {
  const page = findPage(requested.pathname)
  if (page?.redirect) return { url: requested, cacheable: false, redirect: page.redirect }
  const url = new URL(requested)
  url.hash = ''
  if (!page?.cached || !page.params.every((param) => isId(param) || certificateKeyPattern.test(param)))
    return { url, cacheable: false }
  const isData = requested.pathname.endsWith('.data')
  const path = plainPath(requested.pathname)
  url.pathname = isData ? `${path}.data` : path
  url.search = ''
  let cacheable = true
  for (const [name, known] of Object.entries(pageQueries[page.name] ?? {})) {
    const value = requested.searchParams.get(name)?.toLowerCase()
    if (!value) continue
    if (known === 'ids') {
      url.searchParams.set(name, idList.test(value) ? value : unknownValue)
      cacheable = false
      continue
    }
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
  return { url, cacheable: cacheable && url.searchParams.size <= maxCachedParameters }
}

async function valuesOf(known: readonly string[] | 'categories', call: Call): Promise<readonly string[]> {
  if (known !== 'categories') return known
  const categories = await call(listCategories)
  return ['all', ...categories.map(({ name }) => name.toLowerCase())]
}
