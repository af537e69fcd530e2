import { policyIds } from './rules.ts'

/** Tabs of a course page, the values of `?tab=`. */
export const courseTabs = ['about', 'curriculum', 'batches', 'reviews', 'faqs'] as const
export type CourseTab = (typeof courseTabs)[number]

export interface Page {
  /** Path pattern of React Router. A parameter is the id of a record. */
  path: string
  /** `public`: the same HTML for everyone. `private`: filled in the browser, never stored, not for search engines. */
  layout: 'public' | 'private'
  /** Whether the server caches the rendered page. */
  cached: boolean
  /** `checkout` allows the payment provider's scripts, `player` the hosts of recordings. Default: neither. */
  policy?: 'checkout' | 'player'
  /** Lists the page in the sitemap, once per record for a parameter. The records date the page; 'none' gives no date. */
  sitemap?: 'courses' | 'blogs' | 'resources' | 'services' | 'policies' | 'none'
  /** The page shows one policy and is its canonical address, instead of `/policy/:id`. */
  policyId?: number
  redirect?: string
  /** The page has the slim frame of the learning space instead of the shop's header and footer. A live class has the whole window. */
  frame?: 'learning'
  /** False when returning here after sign-in would loop. */
  returnTo?: false
}

const open = { layout: 'public', cached: true } as const
const own = { layout: 'private', cached: false } as const
const learning = { ...own, frame: 'learning' } as const

const definePages = <Name extends string>(table: Record<Name, Page>) => table

/** Every page of the site. The name is its module in `web/routes`, unless `web/routes.ts` maps it to another. */
export const pages = definePages({
  index: { path: '/', layout: 'public', cached: false, redirect: '/home' },
  home: { path: '/home', ...open, sitemap: 'courses' },
  courses: { path: '/courses', ...open, sitemap: 'courses' },
  'new-batches': { path: '/newbatches', ...open, sitemap: 'courses' },
  blogs: { path: '/blogs', ...open, sitemap: 'blogs' },
  resources: { path: '/resources', ...open, sitemap: 'resources' },
  'projects-list': { path: '/ProjectsList', ...open, sitemap: 'none' },
  companies: { path: '/companies', ...open, sitemap: 'none' },
  'career-kickstart': { path: '/career-kickstart', ...open, sitemap: 'none' },
  'hire-page': { path: '/hirepage', ...open, sitemap: 'none' },
  'research-page': { path: '/researchpage', ...open, sitemap: 'none' },
  'research-form': { path: '/researchform', ...open, sitemap: 'none' },
  contact: { path: '/contact', ...open, sitemap: 'none' },
  course: { path: '/courses/:id', ...open, sitemap: 'courses' },
  service: { path: '/service/:id', ...open, sitemap: 'services' },
  policy: { path: '/policy/:id', ...open, sitemap: 'policies' },
  terms: { path: '/terms', ...open, policyId: policyIds.terms },
  'privacy-policy': { path: '/privacy-policy', ...open, policyId: policyIds.privacy },
  'refund-policy': { path: '/refund-policy', ...open, policyId: policyIds.refund },
  blog: { path: '/blog/:id', ...open, sitemap: 'blogs' },
  trial: { path: '/trial/:sessionId', ...open },
  verify: { path: '/verify/:code', ...open },
  search: { path: '/search', layout: 'public', cached: false },
  register: { path: '/register', ...open, returnTo: false },
  login: { path: '/login', ...open, returnTo: false },
  'verify-otp': { path: '/verify-otp', ...own, returnTo: false },
  profile: { path: '/profile', ...learning },
  waitlist: { path: '/waitlist/:batchId', ...own },
  'undo-change': { path: '/undo-change', ...own },
  unsubscribe: { path: '/unsubscribe', ...own },
  'enrolled-courses': { path: '/enrolled-courses', ...learning },
  classes: { path: '/classes', ...learning },
  recordings: { path: '/recordings', ...learning },
  room: { path: '/enrolled-courses/:courseId', ...learning },
  'room-classes': { path: '/enrolled-courses/:courseId/classes', ...learning, policy: 'player' },
  'room-class': { path: '/enrolled-courses/:courseId/classes/:sessionId', ...learning, policy: 'player' },
  'room-work': { path: '/enrolled-courses/:courseId/work', ...learning },
  'room-batch': { path: '/enrolled-courses/:courseId/batch', ...learning },
  work: { path: '/work/:exerciseId', ...learning },
  questions: { path: '/enrolled-courses/:courseId/questions', ...learning },
  question: { path: '/questions/:questionId', ...learning },
  join: { path: '/join/:sessionId', ...learning },
  class: { path: '/class/:sessionId', ...learning },
  videos: { path: '/videos/:batchId?', ...learning, policy: 'player' },
  'my-payments': { path: '/my-payments', ...learning },
  'start-payment': { path: '/razarpayment/:batchId', ...own, policy: 'checkout' },
  'verify-payment': { path: '/verify-payment/:batchId', ...own, policy: 'checkout' },
  'not-found': { path: '/*', layout: 'public', cached: false },
})
export type PageName = keyof typeof pages

export const pageList = Object.entries<Page>(pages).map(([name, page]) => ({ ...page, name: name as PageName }))

const patterns = pageList
  .filter(({ path }) => path !== '/*')
  .map((page) => ({
    page,
    pattern: new RegExp(`^${page.path.replaceAll(/\/:\w+\?/g, '(?:/([^/]+))?').replaceAll(/:\w+/g, '([^/]+)')}$`),
  }))

/** Returns the page at a path with its parameter values, or undefined. */
export function findPage(pathname: string): (Page & { name: PageName; params: string[] }) | undefined {
  const path = plainPath(pathname)
  for (const { page, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found) return { ...page, params: found.slice(1).filter((value) => value !== undefined) }
  }
  return undefined
}

type Id = number | string

/** Returns the path of a page, with the ids of its records if it has parameters, and with a query. */
export function pathTo(name: PageName, ids?: Id | readonly Id[], query: object = {}): string {
  const { path } = pages[name]
  const given = ids === undefined ? [] : typeof ids === 'object' ? ids : [ids]
  const filled = given.reduce<string>((to, id) => to.replace(/:\w+\??/, encodeURIComponent(id)), path).replace(/\/:\w+\?$/, '')
  const search = new URLSearchParams({ ...query }).toString()
  return search ? `${filled}?${search}` : filled
}

/** Returns the canonical path of a policy; some have their own page. */
export function policyPath(id: number): string {
  return pageList.find((page) => page.policyId === id)?.path ?? pathTo('policy', id)
}

/** Returns a path without the suffix of a data request and without trailing slashes. */
export function plainPath(path: string): string {
  const page = path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
  let end = page.length
  while (end > 1 && page[end - 1] === '/') end -= 1
  return page.slice(0, end)
}
