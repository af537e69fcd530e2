import { Feed } from 'feed'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { readSiteSettings } from '../site-settings.ts'

const newest = statement<{
  id: number
  title: string
  author: string
  category: string
  excerpt: string
  content: string[]
  published_at: Date
  updated_at: Date
}>(
  'newest_blogs',
  `select id, title, author, category, excerpt, content, published_on::timestamp at time zone 'Asia/Kolkata' as published_at,
     greatest(updated_at, published_on::timestamp at time zone 'Asia/Kolkata') as updated_at
   from blogs where published_on <= (app_now() at time zone 'Asia/Kolkata')::date
   order by published_on desc, id desc limit 50`,
)

/** The newest 50 articles whole, as Atom (RFC 4287). */
export async function readFeed(deps: Deps): Promise<string> {
  const [{ brand, tagline }, blogs] = await Promise.all([readSiteSettings(deps), rows(deps.db, newest)])
  const origin = deps.config.publicUrl
  const updated = blogs.reduce((latest, blog) => (blog.updated_at > latest ? blog.updated_at : latest), new Date(0))
  const feed = new Feed({
    id: `${origin}/blogs`,
    title: `${brand} blog`,
    description: tagline,
    link: `${origin}/blogs`,
    language: 'en-IN',
    favicon: `${origin}/favicon.svg`,
    copyright: brand,
    updated,
    feedLinks: { atom: `${origin}/blogs.atom` },
    author: { name: brand, link: origin },
  })
  for (const blog of blogs) {
    const link = `${origin}/blog/${blog.id}`
    feed.addItem({
      id: link,
      link,
      title: blog.title,
      description: blog.excerpt,
      content: blog.content.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join(''),
      author: [{ name: blog.author }],
      category: [{ name: blog.category }],
      published: blog.published_at,
      date: blog.updated_at,
    })
  }
  return feed.atom1()
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
