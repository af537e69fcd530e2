import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const siteTables = defineTables({
  blogs: {
    holds: 'An article',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    announces: ['blog'],
    demo: true,
    personal: [{ columns: ['blocks'], no: 'The school writes its articles.' }],
    writtenBy: { platform: 'demo content' },
  },
  companies: {
    holds: 'A company that hires or takes part',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    announces: ['company'],
    demo: true,
    readBy: { desk: 'names in search' },
    writtenBy: { platform: 'demo content' },
  },
  media: {
    holds: 'A picture of the library',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    personal: [{ columns: ['crop'], no: 'It is a part of a picture.' }],
    readBy: { messaging: 'pictures of a message' },
  },
  media_removals: {
    holds: 'Files of pictures and hellos that are to be deleted',
    audited: { no: 'internal state of the product' },
  },
  picture_uses: {
    holds: 'Where a picture is shown',
    view: true,
  },
  policy_versions: {
    holds: 'A version of a policy, and from when it holds',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    demo: true,
    personal: [{ columns: ['content'], no: 'The school writes its policies.' }],
    readBy: { desk: 'whether a new school has its policies' },
    writtenBy: { platform: 'demo content' },
  },
  projects: {
    holds: 'A project of students that visitors see',
    audited: { key: 'id', masked: ['student_name', 'live_url'] },
    guarded: true,
    versioned: true,
    announces: ['project'],
    demo: true,
    personal: [
      {
        columns: ['student_name', 'live_url'],
        exported: { no: 'The school publishes it. It refers to no account and has no address.' },
        erased: { retained: 'It is published content of the school, and no account owns it.' },
      },
    ],
    writtenBy: { platform: 'demo content' },
  },
  search_documents: {
    holds: 'What visitors can find, as it is found',
    audited: { no: 'derived by triggers and compared by a job' },
  },
  search_sources: {
    holds: 'Where the texts of the search come from',
    view: true,
  },
  search_terms: {
    holds: 'Which words stand in which text, and where',
    audited: { no: 'derived by triggers and compared by a job' },
  },
  search_words: {
    holds: 'Every word of titles and keywords, for words that are typed amiss',
    audited: { no: 'derived by triggers and compared by a job' },
  },
  testimonials: {
    holds: 'What somebody says about the school, with written consent',
    audited: { key: 'id', masked: ['name', 'role', 'quote'] },
    guarded: true,
    versioned: true,
    announces: ['testimonial'],
    demo: true,
    personal: [
      {
        columns: ['name', 'role', 'quote'],
        exported: { no: 'The school publishes it. It refers to no account and has no address.' },
        erased: { retained: 'It is published content of the school, and no account owns it.' },
      },
    ],
    writtenBy: { platform: 'demo content' },
  },
  utility_items: {
    holds: 'A service or resource for visitors',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    announces: ['utility'],
    demo: true,
    personal: [{ columns: ['content'], no: 'The school writes its leaflets and policies.' }],
    writtenBy: { platform: 'demo content' },
  },
})
