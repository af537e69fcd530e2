import type { MetaDescriptor } from 'react-router'

interface Page {
  title: string
  description: string
  /** Canonical path; a page without one is not for search engines. */
  path?: string
  image?: string
  type?: 'website' | 'article'
  /** Structured data of schema.org. */
  data?: object[]
}

/** The whole `head` of one page. `root` is what the root loader answered. */
export function pageMeta(root: { site: { brand: string }; publicUrl: string } | undefined, page: Page): MetaDescriptor[] {
  const brand = root?.site.brand ?? ''
  const origin = root?.publicUrl ?? ''
  const title = page.title.includes(brand) ? page.title : `${page.title} · ${brand}`
  if (page.path === undefined) return [{ title }, { name: 'robots', content: 'noindex' }]
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: origin + page.path },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: origin + page.path },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'en_IN' },
    ...(page.image ? [{ property: 'og:image', content: new URL(page.image, `${origin}/`).href }] : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.data ?? []).map((item) => ({ 'script:ld+json': item })),
  ]
}
