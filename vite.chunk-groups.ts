import type { Rolldown } from 'vite'
import { pageList } from './contract/pages.ts'
import { literalsPrefix } from './vite.contract-literals.ts'
import { moduleOf } from './web/routes.ts'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const packages = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`)

// A module that imports one of them is loaded with them.
const formPackages = packages('zod', 'react-hook-form', '@hookform')
const heavyPackages = packages('zod', 'react-hook-form', '@hookform', '@base-ui')

const publicModules = new Set(pageList.filter(({ layout }) => layout === 'public').map(({ name }) => moduleOf(name)))

/**
 * Groups the modules that several pages share by their use, because a file for each module costs a request each: `react`, `site` (what
 * every page has), `parts` and `forms` of public pages, `account` and `account-forms`, which only pages of a student have. A page has a file
 * of its own, and so has a part that is loaded later, with what it shares with other such parts.
 */
export const chunkGroups = {
  groups: [
    { name: 'react', test: packages('react', 'react-dom', 'react-router', 'scheduler') },
    // Without the entry, whose file hydrates the page when it runs: `web/start-hydration.ts` runs the others before it.
    { name: 'site', test: /[\\/]web[\\/](?:root|routes[\\/]public)\.tsx/ },
    // A group takes along what its modules import, so the lighter ones come first.
    ...['parts', 'forms', 'account', 'account-forms'].map((group) => ({
      name: (id: string, graph: Graph) => (groupOf(id, graph) === group ? group : null),
      minShareCount: 2,
    })),
  ],
}

function groupOf(id: string, graph: Graph): string | null {
  const users = usersOf(id, graph)
  if (users.has('public')) return imports(formPackages, id, graph) ? 'forms' : 'parts'
  if (users.has('later') && !id.startsWith(literalsPrefix)) return null
  return imports(heavyPackages, id, graph) ? 'account-forms' : 'account'
}

/** The kinds of pages that import a module; `later` is a part that is loaded on demand. */
function usersOf(id: string, graph: Graph): Set<'public' | 'private' | 'later'> {
  const users = new Set<'public' | 'private' | 'later'>()
  const seen = new Set<string>()
  const visit = (one: string) => {
    if (seen.has(one)) return
    seen.add(one)
    const route = /[\\/]web[\\/]routes[\\/]([\w-]+)\.tsx/.exec(one)?.[1]
    if (route !== undefined) {
      users.add(publicModules.has(route) ? 'public' : 'private')
      return
    }
    const found = graph.getModuleInfo(one)
    if (found?.dynamicImporters.length) users.add('later')
    for (const importer of found?.importers ?? []) visit(importer)
  }
  visit(id)
  return users
}

/** Whether a module imports one of the packages, also through others. */
function imports(wanted: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return wanted.test(id) || (graph.getModuleInfo(id)?.importedIds ?? []).some((one) => imports(wanted, one, graph, seen))
}
