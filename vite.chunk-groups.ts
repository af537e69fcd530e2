import type { Rolldown } from 'vite'
import { type PageName, pageList } from './contract/pages.ts'
import { literalsPrefix } from './vite.contract-literals.ts'
import { layoutOf, moduleOf } from './web/routes.ts'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const packages = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`)

// A module that imports one of them is loaded with them.
const formPackages = packages('zod', 'react-hook-form', '@hookform')
/** What the form of a buyer has beside its schema. */
const buyerFields =
  /[\\/]web[\\/]lib[\\/]buyer-\w+\.tsx?|[\\/]ui[\\/]select-field\.tsx|literals:(?:indian-states|money[\\/]buyer)\.ts/
const heavyPackages = packages('zod', 'react-hook-form', '@hookform', '@base-ui')

const modulesOf = (wanted: (page: (typeof pageList)[number]) => boolean) =>
  pageList.filter((page) => wanted(page)).map(({ name }) => moduleOf(name))
/** The layouts of most pages. They are in the groups of their pages, because by themselves they are a few lines. */
const layouts = ['public', 'learning']
const publicModules = ['public', ...modulesOf(({ layout }) => layout === 'public')]
/** The room and the layout around it. What they need is loaded before a student sees anything of a course. */
const roomModules = ['learning', 'room']
const dailyPages: readonly PageName[] = ['enrolled-courses', 'room-classes', 'room-class', 'room-work']
/** The pages that students open from day to day. What they share with public pages is light and has no form. */
const dailyModules = [...roomModules, ...modulesOf(({ name }) => dailyPages.includes(name))]
/** Pages whose parts no other page of a student loads. */
const apart = {
  money: [...modulesOf((page) => layoutOf(page) === 'payment'), 'payment', 'my-payments', 'room-batch'],
  watch: ['room-class', 'videos'],
}

const groupNames = ['site', 'parts', 'forms', 'room', 'fields', ...Object.keys(apart), 'account', 'account-forms']

/**
 * Groups the modules that several pages share by their use, because a file for each module costs a request each: `react`, `site` (what
 * every page has), `parts` and `forms` of public pages, `room` (what the room of a course needs), and what
 * other pages of a student share: `money`, `watch`, and for the rest `account` and `account-forms`. A page has a file of its own, and so has
 * a part that is loaded later, with what it shares with other such parts.
 */
export const chunkGroups = {
  groups: [
    { name: 'react', test: packages('react', 'react-dom', 'react-router', 'scheduler') },
    // A group takes along what its modules import, so the lighter ones come first.
    ...groupNames.map((group) => ({ name: (id: string, graph: Graph) => (groupOf(id, graph) === group ? group : null) })),
  ],
}

function groupOf(id: string, graph: Graph): string | null {
  const { routes, isOfRoot, isLater } = usersOf(id, graph)
  const isOf = (names: readonly string[]) => names.some((name) => routes.has(name))
  // The entry has a file of its own, which hydrates the page when it runs: `web/start-hydration.ts` runs the others before it.
  if (isOfRoot) return 'site'
  // What one page alone has is in its file.
  if (routes.size === 1 && !isLater && !isOf(layouts)) return null
  if (isOf(publicModules)) {
    if (imports(formPackages, id, graph)) return 'forms'
    return isOf(dailyModules) ? 'site' : 'parts'
  }
  // A part of a public page that is loaded later needs some endpoints of the room's modules, and no other code of the room.
  if (isOf(roomModules)) return isLater && id.startsWith(literalsPrefix) ? 'site' : 'room'
  if (routes.size === 0) return null
  // The fields of a buyer are on a course page too, which needs nothing else of a student.
  if (isLater && buyerFields.test(id)) return 'fields'
  if (isLater && !id.startsWith(literalsPrefix)) return null
  if (imports(heavyPackages, id, graph)) return 'account-forms'
  return Object.entries(apart).find(([, names]) => [...routes].every((name) => names.includes(name)))?.[0] ?? 'account'
}

interface Users {
  /** The modules in `web/routes` that import it, also through others. */
  routes: ReadonlySet<string>
  isOfRoot: boolean
  /** Whether a part that is loaded on demand imports it. */
  isLater: boolean
}

const isLive = (id: string) => /[\\/]web[\\/]classes[\\/]live[\\/]/.test(id)

function usersOf(id: string, graph: Graph): Users {
  const routes = new Set<string>()
  let isOfRoot = false
  let isLater = false
  const seen = new Set<string>()
  const visit = (one: string) => {
    // A live class takes what it shares as the others have it: it is opened once an evening, and no other page grows by it.
    if (seen.has(one) || (isLive(one) && !isLive(id))) return
    seen.add(one)
    if (/[\\/]web[\\/]root\.tsx/.test(one)) isOfRoot = true
    const route = /[\\/]web[\\/]routes[\\/]([\w-]+)\.tsx/.exec(one)?.[1]
    if (route !== undefined) return void routes.add(route)
    const found = graph.getModuleInfo(one)
    if (found?.dynamicImporters.length) isLater = true
    for (const importer of found?.importers ?? []) visit(importer)
  }
  visit(id)
  if (routes.size > 1) routes.delete('class')
  return { routes, isOfRoot, isLater }
}

/** Whether a module imports one of the packages, also through others. */
function imports(wanted: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return wanted.test(id) || (graph.getModuleInfo(id)?.importedIds ?? []).some((one) => imports(wanted, one, graph, seen))
}
