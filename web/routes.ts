import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { type Page, type PageName, pageList, pages } from '#contract/pages.ts'

/** Modules whose name is not that of their page. */
const modules: Partial<Record<PageName, string>> = {
  terms: 'policy',
  'privacy-policy': 'policy',
  'refund-policy': 'policy',
}

/** The module of a page in `web/routes`, without its suffix. */
export const moduleOf = (name: PageName): string => modules[name] ?? name

function routeOf(name: PageName) {
  const file = `routes/${moduleOf(name)}.tsx`
  const path = pages[name].path.slice(1)
  if (path === '') return index(file)
  return modules[name] ? route(path, file, { id: name }) : route(path, file)
}

/** The layout of a page in `web/routes`: its frame, and who may read it. */
export function layoutOf({ layout, policy, frame }: Page): 'public' | 'own' | 'payment' | 'learning' {
  if (layout === 'public') return 'public'
  return policy === 'checkout' ? 'payment' : (frame ?? 'own')
}

const layoutWithPages = (name: ReturnType<typeof layoutOf>) =>
  layout(
    `routes/${name}.tsx`,
    pageList.filter((page) => layoutOf(page) === name && page.name !== 'not-found').map((page) => routeOf(page.name)),
  )

export default [
  layoutWithPages('public'),
  layoutWithPages('own'),
  layoutWithPages('payment'),
  layoutWithPages('learning'),
  routeOf('not-found'),
] satisfies RouteConfig
