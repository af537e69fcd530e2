import { ArrowLeft } from 'lucide-react'
import { data, Link } from 'react-router'
import { listOtherBlogs, readBlog } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import * as messages from '#contract/messages.ts'
import { ArticleBlocks } from '#web/site/content/article-blocks.tsx'
import { BlogPicture } from '#web/site/content/blog-picture.tsx'
import { cardPath, pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { breadcrumbData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { ContentError, useIsNotFound } from '#ui/content-error.tsx'
import type { Route } from './+types/blog'
import { pathId, readOne } from './read-one.ts'

export const headers = cachedWhenRead

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const id = pathId(params.id)
  const [blog, others] = await Promise.all([
    readOne(call(readBlog, { params: { id } })),
    call(listOtherBlogs, { params: { id } }).catch(() => []),
  ])
  return data({ blog, others }, cachingOf(blog))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  if (!loaderData) return pageMeta(root, { title: 'Blog not found', description: '' })
  const { blog } = loaderData
  if (!blog) return pageMeta(root, { title: 'Blog', description: '' })
  const origin = root?.publicUrl ?? ''
  const path = pathTo('blog', blog.id)
  return pageMeta(root, {
    title: blog.title,
    description: blog.excerpt,
    path,
    type: 'article',
    card: cardPath('blog', blog.id),
    feed: true,
    data: [
      {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: blog.title,
        description: blog.excerpt,
        datePublished: blog.published_date,
        author: { '@type': 'Person', name: blog.author },
        publisher: { '@type': 'Organization', name: root?.site.brand ?? '', url: origin },
        image: origin + cardPath('blog', blog.id),
        inLanguage: 'en-IN',
        mainEntityOfPage: origin + path,
      },
      breadcrumbData(root, [
        { path: '/blogs', name: 'Blog' },
        { path, name: blog.title },
      ]),
    ],
  })
}

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  const { blog, others } = loaderData
  if (!blog) return <NoBlog notFound={false} />
  return (
    <>
      <article className="mx-auto w-full max-w-[46rem] px-4 py-10 sm:px-8 lg:py-16">
        <BackLink />
        <h1 className="mt-6 text-4xl font-extrabold">{blog.title}</h1>
        <p className="figures mt-5 flex flex-wrap gap-x-6 gap-y-1 wrap-anywhere text-muted">
          <time dateTime={blog.published_date}>{formatPlainDay(blog.published_date)}</time>
          <span>by {blog.author}</span>
          <span>{blog.category}</span>
        </p>
        <div className="mt-8 overflow-hidden rounded-lg border border-line">
          <BlogPicture path={blog.image} eager className="sm:aspect-[2/1]" />
        </div>
        <div className="@container mt-10">
          <div className="max-w-[50ch] space-y-6 lg:text-[1.1875rem] lg:leading-[1.65]">
            <ArticleBlocks blocks={blog.blocks} />
          </div>
        </div>
        <div className="mt-12 border-t border-line pt-6">
          <BackLink />
        </div>
      </article>
      {others.length > 0 ? (
        <section aria-labelledby="more" className="border-t border-line bg-sunken">
          <div className="mx-auto w-full max-w-[46rem] px-4 py-14 sm:px-8">
            <h2 id="more" className="text-xl">
              Read next
            </h2>
            <ul className="mt-6 grid gap-8 sm:grid-cols-2">
              {others.map((other) => (
                <li key={other.id} className="group relative border-t-2 border-accent pt-4">
                  <h3 className="text-lg">
                    <Link to={pathTo('blog', other.id)} className="after:absolute after:inset-0 group-hover:text-accent">
                      {other.title}
                    </Link>
                  </h3>
                  <p className="mt-2 text-sm text-muted">{other.excerpt}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>
      ) : null}
    </>
  )
}

function BackLink() {
  return (
    <Link
      to="/blogs"
      className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to all blogs
    </Link>
  )
}

export function ErrorBoundary() {
  return <NoBlog notFound={useIsNotFound()} />
}

function NoBlog({ notFound }: { notFound: boolean }) {
  return (
    <ContentError
      notFound={notFound}
      missing={messages.blogNotFound}
      failed="Failed to load this blog"
      text="It may have been renamed or withdrawn. All articles are on one page."
    >
      <ButtonLink to="/blogs" size="lg">
        Back to all blogs
      </ButtonLink>
    </ContentError>
  )
}
