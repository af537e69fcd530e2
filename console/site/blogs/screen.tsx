import { lazy, Suspense } from 'react'
import { type Block, plainParagraphs } from '#contract/site/blocks.ts'
import { type BlogRecord, blogs, previewBlog } from '#contract/site/staff/blogs.ts'
import { formatPlainDay } from '#ui/format.ts'
import { today } from '#ui/days.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { ImageField } from '#console/kit/fields/image-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { SkeletonLines } from '#console/kit/parts/states.tsx'
import { publication } from '#console/kit/resource/publication.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof blogs>

/** The editor is large, so it is loaded with the first article. */
const Writing = lazy(() => import('#console/site/blogs/writing/writing.tsx'))

const nameOf = ({ title }: BlogRecord) => title

export const screen = defineScreen({
  resource: blogs,
  title: 'Blog',
  one: 'article',
  labels: {
    title: 'Title',
    excerpt: 'Excerpt',
    category: 'Category',
    author: 'Author',
    published_date: 'Visible from',
    ...publication.label,
    image: 'Picture',
    blocks: 'Text',
  },
  nameOf,
  columns: [
    { name: 'title' },
    { name: 'category', width: '10rem' },
    { name: 'author', width: '10rem' },
    { name: 'published_date', width: '11rem', show: ({ published_date }) => formatPlainDay(published_date) },
    publication.column,
    { name: 'excerpt', hidden: true },
  ],
  filters: [publication.filter, { name: 'category', kind: 'text' }],
  empty: 'No article has been written yet.',
  blank: () => ({
    title: '',
    category: '',
    author: '',
    excerpt: '',
    blocks: [],
    image: null,
    published_date: today(),
  }),
  show: {
    ...publication.show,
    published_date: (value) => formatPlainDay(String(value)),
    blocks: (value) => <PlainArticle blocks={value as Block[]} />,
  },
  acts: publication.acts('pages:write', { read: 'pages:read', preview: previewBlog, nameOf }),
  Form: ArticleForm,
})

/** The article without its looks, for the panel and for comparisons. */
function PlainArticle({ blocks }: { blocks: readonly Block[] }) {
  if (blocks.length === 0) return <span className="text-muted">Empty</span>
  return (
    <div className="grid gap-3">
      {Object.entries(plainParagraphs(blocks)).map(([place, text]) => (
        <p key={place} className="whitespace-pre-line">
          {text}
        </p>
      ))}
    </div>
  )
}

function ArticleForm({ record }: { record: BlogRecord | null }) {
  return (
    <>
      <div className="grid gap-5">
        <TextField<Values> name="title" required maxLength={160} />
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <Writing name="blocks" label="Text of the article" />
        </Suspense>
      </div>
      <div className="mt-8">
        <Section title="In lists" text="Lists, search engines and shared links show these.">
          <TextareaField<Values> name="excerpt" required hint="One or two sentences." />
          <ImageField<Values> name="image" drawn={record ? `media/art/blog/${record.id}.svg` : undefined} />
        </Section>
        <Section title="Details" text="A published article is visible from its day on.">
          <Pair>
            <TextField<Values> name="category" required maxLength={60} />
            <TextField<Values> name="author" required maxLength={80} />
          </Pair>
          <Pair>
            <DateField<Values> name="published_date" required />
          </Pair>
        </Section>
      </div>
    </>
  )
}
