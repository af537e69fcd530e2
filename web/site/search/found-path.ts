import type { Found } from '#contract/site/search.ts'
import { pathTo } from '#contract/pages.ts'

export function foundPath({ kind, id }: Pick<Found, 'kind' | 'id'>): string {
  if (kind === 'course') return pathTo('course', id)
  return kind === 'blog' ? pathTo('blog', id) : pathTo('service', id)
}

export const kindNames = { course: 'Course', service: 'Service', resource: 'Resource', blog: 'Article' } as const

/** The path of a page of results; without `kind` it shows all kinds. `after` is the last result of the page before. */
export function searchPath(words: string, kind?: string | null, after?: string | null): string {
  return `/search?${new URLSearchParams({ q: words, ...(kind ? { kind } : {}), ...(after ? { after } : {}) }).toString()}`
}
