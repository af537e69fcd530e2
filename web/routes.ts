import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { type PageName, pageList, pages } from '#contract/pages.ts'

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

const namesIn = (wanted: 'public' | 'private') =>
  pageList.filter((page) => page.layout === wanted && page.name !== 'not-found').map(({ name }) => name)

export default [
  layout('routes/public.tsx', namesIn('public').map(routeOf)),
  layout('routes/private.tsx', namesIn('private').map(routeOf)),
  routeOf('not-found'),
] satisfies RouteConfig
