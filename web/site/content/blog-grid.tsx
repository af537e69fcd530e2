import { Link } from 'react-router'
import type { BlogTeaser } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { formatPlainDay } from '#ui/format.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { BlogPicture } from './blog-picture.tsx'

/** Articles in a grid. @param lead whether the first one is large */
export function BlogGrid({ blogs, lead }: { blogs: BlogTeaser[]; lead: boolean }) {
  return (
    <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {blogs.map((blog, index) => (
        <li key={blog.id} className={lead && index === 0 ? 'sm:col-span-2 lg:row-span-2' : ''}>
          <BlogCard blog={blog} lead={lead && index === 0} />
        </li>
      ))}
    </ul>
  )
}

function BlogCard({ blog, lead }: { blog: BlogTeaser; lead: boolean }) {
  return (
    <article className={`group relative h-full ${lead ? 'lg:flex lg:flex-col' : ''}`}>
      {/* The large picture takes the height that two others beside it leave. */}
      <div className={`overflow-hidden rounded-lg border border-line ${lead ? 'lg:relative lg:min-h-80 lg:flex-1' : ''}`}>
        <BlogPicture path={blog.image} eager={lead} className={lead ? 'lg:absolute lg:inset-0 lg:aspect-auto lg:h-full' : ''} />
      </div>
      <div className="mt-5">
        <p className="figures text-sm text-muted">
          <time dateTime={blog.published_date}>{formatPlainDay(blog.published_date)}</time> <span aria-hidden="true">·</span>{' '}
          {blog.category}
        </p>
        <h2 className={`mt-2 ${lead ? 'text-2xl' : 'text-xl'}`}>
          <Link
            to={pathTo('blog', blog.id)}
            prefetch="intent"
            className="after:absolute after:inset-0 after:rounded-lg group-hover:text-accent"
          >
            {blog.title}
          </Link>
        </h2>
        <p className={`mt-3 line-clamp-3 text-muted ${lead ? 'prose-width' : 'text-sm'}`}>{blog.beginning}</p>
        <p aria-hidden="true" className="mt-4 text-sm font-semibold text-accent group-hover:underline">
          Read more
        </p>
      </div>
    </article>
  )
}

export function BlogsLoading() {
  return (
    <Loading label="Loading blogs" className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {['one', 'two', 'three'].map((key) => (
        <div key={key}>
          <Skeleton className="aspect-[16/10] w-full" />
          <Skeleton className="mt-5 h-7 w-3/4" />
          <Skeleton className="mt-3 h-20 w-full" />
        </div>
      ))}
    </Loading>
  )
}
