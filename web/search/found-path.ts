import type { Found } from '#contract/search.ts'

export function foundPath({ kind, id }: Pick<Found, 'kind' | 'id'>): string {
  if (kind === 'course') return `/courses/${id}`
  return kind === 'blog' ? `/blog/${id}` : `/service/${id}`
}

export const kindNames = { course: 'Course', service: 'Service', resource: 'Resource', blog: 'Article' } as const

/** The path of the results page; without `kind` it shows all kinds. */
export function searchPath(words: string, kind?: string): string {
  return `/search?${new URLSearchParams({ q: words, ...(kind ? { kind } : {}) }).toString()}`
}
