/** Which top folders a top folder may import; `null` may import any. A folder that is not named here is a breach. */
const topFolders: Record<string, readonly string[] | null> = {
  contract: ['contract'],
  server: ['server', 'contract', 'build'],
  engine: ['engine', 'contract'],
  ui: ['ui'],
  web: ['web', 'contract', 'ui'],
  console: ['console', 'contract', 'ui'],
  postgres: ['postgres'],
  dev: ['dev', 'contract', 'postgres'],
  tests: null,
  scripts: null,
  bench: null,
}

const storage = ['db']
const platform = ['db', 'auth', 'audit', 'http']

/** Which folders of the server a folder of the server may import, beside itself and the modules of the server's root. */
const serverFolders: Record<string, readonly string[]> = {
  db: [],
  auth: storage,
  audit: ['db', 'auth'],
  cache: storage,
  jobs: storage,
  documents: [],
  mail: ['db', 'auth', 'jobs'],
  http: ['db', 'auth', 'cache'],
  pages: ['http', 'cache'],
  media: platform,
  catalog: platform,
  accounts: [...platform, 'mail'],
  content: [...platform, 'audit'],
  enquiries: [...platform, 'mail'],
  search: platform,
  sharing: [...platform, 'cache'],
  enrolment: [...platform, 'mail', 'catalog', 'accounts'],
  cli: [...storage, 'auth', 'payments'],
  payments: [...platform, 'jobs', 'mail', 'documents', 'enrolment', 'catalog', 'accounts'],
  classes: [...platform, 'mail', 'media', 'enrolment'],
}

/** They put the folders together: they import any of them, and only scripts and tests import them. */
const composition: readonly string[] = ['app.ts', 'main.ts', 'personal-data.ts', 'prepare-database.ts', 'sweep.ts']
/** What the other modules of the server's root import. */
const serverRoot: Record<string, readonly string[]> = { 'deps.ts': ['db', 'auth', 'cache', 'jobs', 'mail', 'payments'] }

/** Which rooms of payments a room may import, beside itself and the modules of the payments' root. */
const paymentRooms: Record<string, readonly string[]> = {
  provider: [],
  invoicing: ['provider'],
  refunds: ['provider', 'invoicing'],
  settlement: ['provider', 'invoicing', 'refunds'],
  requests: ['provider', 'refunds'],
  checkout: ['provider', 'settlement'],
}

const webFeatures = ['accounts', 'catalog', 'classes', 'content', 'enquiries', 'enrolment', 'payments', 'search']
const webLevels: Record<string, number> = {
  lib: 0,
  ...Object.fromEntries(webFeatures.map((feature) => [feature, 1])),
  site: 2,
  routes: 3,
}

const forbiddenNames = /^(utils?|common|helpers?|misc)$/i

/** `from` is a path from the project's root, `to` another or the name of a package. */
export type Import = { from: string; to: string; isPackage: boolean }

/** Why an import is not allowed, or null. Tests may import what they need. */
export function judgeImport({ from, to, isPackage }: Import): string | null {
  if (isTest(from)) return null
  if (isPackage) return from.startsWith('contract/') && to !== 'zod' ? 'contract imports no package but zod' : null
  if (isTest(to)) return 'nothing but a test imports a test'

  const [here = '', ...inside] = from.split('/')
  const [there = '', ...target] = to.split('/')
  const allowed = topFolders[here]
  if (allowed && !allowed.includes(there)) return `${here} imports ${list(allowed)} alone`
  if (here === 'server' && there === 'server') return judgeServer(inside, target)
  if (here === 'web' && there === 'web') return judgeWeb(inside, target)
  return null
}

function judgeServer(from: string[], to: string[]): string | null {
  const [here = ''] = from
  const [there = ''] = to
  if (from.length === 1 && composition.includes(here)) return null
  if (to.length === 1) return composition.includes(there) ? `${there} puts the folders together: nothing in them imports it` : null
  if (here === 'payments' && there === 'payments') return judgePayments(from.slice(1), to.slice(1))
  if (here === there) return null
  const allowed = from.length === 1 ? (serverRoot[here] ?? storage) : (serverFolders[here] ?? [])
  return allowed.includes(there) ? null : `server/${here} imports ${allowed.length === 0 ? 'no other folder' : `${list(allowed)} alone`}`
}

function judgePayments(from: string[], to: string[]): string | null {
  const [here = ''] = from
  const [there = ''] = to
  if (from.length === 1) return null
  if (to.length === 1) return there.endsWith('routes.ts') ? 'a room of payments never imports its routes' : null
  if (here === there || paymentRooms[here]?.includes(there)) return null
  return `payments/${here} imports ${list(paymentRooms[here] ?? [])} of the rooms alone`
}

function judgeWeb(from: string[], to: string[]): string | null {
  const [here = ''] = from
  const [there = ''] = to
  const [mine, theirs] = [levelOf(from), levelOf(to)]
  if (mine === 1 && theirs === 1 && here !== there) return 'features of web never import each other'
  return theirs > mine ? 'in web, the way is lib, features, site, routes' : null
}

/** The modules of web's own root stand above all. */
function levelOf(path: string[]): number {
  return path.length === 1 ? 4 : (webLevels[path[0] ?? ''] ?? 4)
}

/** Why a file may not stand where it does or be called as it is, or null. */
export function judgePath(path: string): string | null {
  const bad = path.split('/').find((part) => forbiddenNames.test(part.replace(/\..*$/, '')))
  if (bad) return `"${bad}" says nothing: name it by what it does`
  const [top = '', ...inside] = path.split('/')
  const folders = inside.slice(0, -1)
  const unnamed = firstWithoutRule(top, folders)
  return unnamed ? `no import rule names the folder ${unnamed}` : null
}

function firstWithoutRule(top: string, [folder, room]: string[]): string | null {
  if (!(top in topFolders)) return top
  if (folder === undefined) return null
  if (top === 'server' && !(folder in serverFolders)) return `server/${folder}`
  if (top === 'server' && folder === 'payments' && room !== undefined && !(room in paymentRooms)) return `server/payments/${room}`
  return top === 'web' && !(folder in webLevels) ? `web/${folder}` : null
}

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
}

function list(names: readonly string[]): string {
  return names.join(' and ')
}
