import type { MetaDescriptor } from 'react-router'

interface Page {
  title: string
  description: string
  /** Canonical path; a page without one is not for search engines. */
  path?: string
  /** Path of the picture for shared links; the school's own unless said. */
  card?: string
  type?: 'website' | 'article'
  /** Offers the feed of the blog to readers. */
  feed?: boolean
  /** Structured data of schema.org. */
  data?: object[]
}

/** The whole `head` of one page. `root` is what the root loader answered. */
export function pageMeta(root: { site: { brand: string }; publicUrl: string } | undefined, page: Page): MetaDescriptor[] {
  const brand = root?.site.brand ?? ''
  const origin = root?.publicUrl ?? ''
  const title = page.title.includes(brand) ? page.title : `${page.title} · ${brand}`
  const head = [{ title }, ...(page.description ? [{ name: 'description', content: page.description }] : [])]
  if (page.path === undefined) return [...head, { name: 'robots', content: 'noindex' }]
  return [
    ...head,
    { tagName: 'link', rel: 'canonical', href: origin + page.path },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: origin + page.path },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:image', content: origin + (page.card ?? cardPath('site', 1)) },
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
 * Where the picture of a shared link is, 1200 by 630. Its address holds what it shows and what may change, because
 * messengers keep a picture by its address.
 */
export function cardPath(kind: string, id: number, shown: readonly (string | number | null)[] = []): string {
  return `/media/card/${kind}/${id}.jpg${shown.length > 0 ? `?v=${shown.map((one) => one ?? 0).join('-')}` : ''}`
}
