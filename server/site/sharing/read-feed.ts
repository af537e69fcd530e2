import type { Block } from '#contract/site/blocks.ts'
import { pathTo } from '#contract/pages.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { articleHtml } from './article-html.ts'
import { xmlText } from './xml-text.ts'

const newestBlogs = statement<{
  id: number
  title: string
  author: string
  category: string
  excerpt: string
  blocks: Block[]
  published_at: Date
  updated_at: Date
}>(
  'newest_blogs',
  `select id, title, author, category, excerpt, blocks, published_on::timestamp at time zone 'Asia/Kolkata' as published_at,
     greatest(updated_at, published_on::timestamp at time zone 'Asia/Kolkata') as updated_at
   from blogs where publication = 'published' and published_on <= (app_now() at time zone 'Asia/Kolkata')::date
   order by published_on desc, id desc limit 50`,
)

/** Returns the newest 50 articles in full as Atom (RFC 4287). All content is escaped. */
export async function readFeed(deps: Deps, _visitor: Visitor): Promise<string> {
  const [{ brand, tagline }, blogs] = await Promise.all([readSiteSettings(deps), rows(deps.db, newestBlogs)])
  const origin = deps.config.publicUrl
  const places = { origin, pictures: deps.config.imageBaseUrl || origin }
  const updated = blogs.reduce((latest, blog) => (blog.updated_at > latest ? blog.updated_at : latest), new Date(0))
  const entries = blogs.map((blog) => {
    const link = `${origin}${pathTo('blog', blog.id)}`
    return [
      '<entry>',
      element('title', blog.title),
      element('id', link),
      `<link href="${xmlText(link)}"/>`,
      element('updated', blog.updated_at.toISOString()),
      element('published', blog.published_at.toISOString()),
      `<author>${element('name', blog.author)}</author>`,
      `<category term="${xmlText(blog.category)}"/>`,
      element('summary', blog.excerpt),
      // Escaped twice: the texts as HTML, then the HTML as XML text.
      `<content type="html">${xmlText(articleHtml(blog.blocks, places))}</content>`,
      '</entry>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">',
    element('id', `${origin}/blogs`),
    element('title', `${brand} blog`),
    element('subtitle', tagline),
    element('updated', updated.toISOString()),
    `<author>${element('name', brand)}${element('uri', origin)}</author>`,
    `<link rel="alternate" href="${xmlText(origin)}/blogs"/>`,
    `<link rel="self" href="${xmlText(origin)}/blogs.atom"/>`,
    element('icon', `${origin}/favicon.svg`),
    element('rights', brand),
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

const element = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`
