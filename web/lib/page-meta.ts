import type { MetaDescriptor } from 'react-router'
import { brandVersion } from '#contract/site/brand.ts'

interface Page {
  title: string
  description: string
  /** Canonical path; a page without one is not indexed. */
  path?: string
  /** Path of the page that continues this list. */
  next?: string | undefined
  /** Path of the share picture; the school's own by default. */
  card?: string
  type?: 'website' | 'article'
  /** Not for search engines, though a shared link shows its picture. */
  unlisted?: boolean
  /** Adds a link to the blog's feed. */
  feed?: boolean
  /** Structured data in schema.org's vocabulary. */
  data?: object[]
}

/** Returns ` in full stack and cloud`, or nothing for a school that has not said what it teaches. */
export const inSubjects = (root: { site: { subjects: string } } | undefined) =>
  root?.site.subjects ? ` in ${root.site.subjects}` : ''

/** Builds the `head` of a page. `root` is the root loader's data. */
export function pageMeta(
  root: { site: Parameters<typeof brandVersion>[0]; publicUrl: string } | undefined,
  page: Page,
): MetaDescriptor[] {
  const brand = root?.site.brand ?? ''
  const origin = root?.publicUrl ?? ''
  const card = withVersion(page.card ?? cardPath('site', 1), root ? brandVersion(root.site) : '')
  const title = page.title.includes(brand) ? page.title : `${page.title} · ${brand}`
  const head = [{ title }, ...(page.description ? [{ name: 'description', content: page.description }] : [])]
  if (page.path === undefined) return [...head, { name: 'robots', content: 'noindex' }]
  return [
    ...head,
    page.unlisted
      ? { name: 'robots', content: 'noindex' }
      : { tagName: 'link' as const, rel: 'canonical', href: origin + page.path },
    ...(page.next ? [{ tagName: 'link' as const, rel: 'next', href: origin + page.next }] : []),
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: origin + page.path },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:image', content: origin + card },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: page.title },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.feed
      ? [
          {
            tagName: 'link' as const,
            rel: 'alternate',
            type: 'application/atom+xml',
            title: `${brand} blog`,
            href: '/blogs.atom',
          },
        ]
      : []),
    ...(page.data ?? []).map((item) => ({ 'script:ld+json': item })),
  ]
}

/**
 * The URL of a share picture, 1200 by 630 pixels. The query has every value shown in it, because messengers cache a picture
 * by its URL.
 */
export function cardPath(kind: string, id: number, shown: readonly (string | number | null)[] = []): string {
  return `/media/card/${kind}/${id}.jpg${shown.length > 0 ? `?v=${shown.map((one) => one ?? 0).join('-')}` : ''}`
}

function withVersion(card: string, version: string): string {
  if (!version) return card
  return card.includes('?') ? `${card}-${version}` : `${card}?v=${version}`
}
