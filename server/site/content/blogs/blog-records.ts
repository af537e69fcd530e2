import { plainParagraphs } from '#contract/site/blocks.ts'
import { blogs } from '#contract/site/staff/blogs.ts'
import { lockPictures } from '#server/site/media/lock-pictures.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const blogRecords = staffRecords(blogs, {
  locks: lockPictures,
  name: 'blogs_for_staff',
  table: 'blogs',
  fixed: { publication: 'draft' },
  select: { published_date: `to_char(r.published_on, 'YYYY-MM-DD')` },
  writes: ['title', 'category', 'author', 'excerpt', 'blocks', 'content', 'image', 'published_on'],
  columnsOf: ({ published_date, blocks, ...columns }) => ({
    ...columns,
    ...(published_date === undefined ? {} : { published_on: published_date }),
    ...(blocks === undefined ? {} : { blocks, content: plainParagraphs(blocks) }),
  }),
  search: `r.title || ' ' || r.author || ' ' || r.excerpt`,
  filters: { category: 'text', publication: 'text' },
  sorts: {
    published_date: { type: 'date', sql: 'r.published_on' },
    title: { type: 'text', sql: 'lower(r.title)' },
    id: { type: 'integer', sql: 'r.id' },
  },
})
