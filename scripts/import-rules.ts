/** The top folders that a top folder may import. `null` allows any. A folder that is missing here is a breach. */
const topFolders: Record<string, readonly string[] | null> = {
  contract: ['contract'],
  server: ['server', 'contract', 'build'],
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

/** The server folders that a server folder may import, besides itself and the modules of the server's root. */
const serverFolders: Record<string, readonly string[]> = {
  db: [],
  auth: storage,
  audit: ['db', 'auth', 'http'],
  cache: storage,
  jobs: storage,
  files: [],
  documents: [],
  mail: ['db', 'auth', 'audit', 'jobs'],
  http: ['db', 'auth', 'cache'],
  pages: ['http', 'cache', 'auth'],
  media: platform,
  catalog: [...platform, 'audit', 'records', 'class-changes'],
  accounts: [...platform, 'mail'],
  records: [...platform, 'audit'],
  settings: [...platform, 'audit'],
  uploads: [...platform, 'audit', 'files', 'records'],
  content: [...platform, 'audit', 'records'],
  enquiries: [...platform, 'mail'],
  trials: [...platform, 'audit', 'mail', 'accounts', 'enquiries', 'classes'],
  leads: [...platform, 'audit', 'mail', 'records'],
  students: [...platform, 'audit', 'mail', 'accounts', 'records', 'leads', 'payments'],
  imports: [...platform, 'audit', 'mail', 'accounts', 'approvals', 'enrolment'],
  reminders: ['db', 'auth', 'http', 'jobs', 'mail'],
  messages: [...platform, 'audit', 'mail', 'records', 'enrolment'],
  recordings: [...platform, 'audit', 'mail', 'records', 'classes'],
  questions: [...platform, 'audit', 'mail', 'records', 'classes'],
  reviews: [...platform, 'audit', 'mail', 'records'],
  teaching: [...platform, 'audit', 'mail', 'records', 'classes'],
  approvals: [...platform, 'audit', 'mail', 'accounts', 'enrolment', 'records', 'payments'],
  figures: platform,
  today: [...platform, 'approvals', 'classes', 'failures', 'leads', 'payments', 'questions', 'reviews'],
  search: [...platform, 'accounts', 'payments', 'classes'],
  sharing: [...platform, 'cache'],
  enrolment: [...platform, 'audit', 'mail', 'catalog', 'accounts', 'records'],
  cli: [...storage, 'auth', 'certificates', 'payments', 'staff'],
  payments: [...platform, 'jobs', 'mail', 'documents', 'enrolment', 'catalog', 'accounts', 'records'],
  failures: [...platform, 'audit', 'jobs', 'mail'],
  'class-changes': ['db', 'mail'],
  classroom: ['db', 'auth'],
  classes: [...platform, 'mail', 'enrolment', 'records', 'class-changes', 'classroom'],
  work: [...platform, 'audit', 'mail', 'records', 'classes'],
  attendance: [...platform, 'audit', 'mail', 'classes'],
  certificates: [...platform, 'audit', 'documents', 'mail', 'records', 'classes'],
  staff: [...platform, 'mail', 'accounts', 'records'],
}

/** Composition roots import any server folder. Only scripts and tests import them. */
const composition: readonly string[] = [
  'app.ts',
  'check-seals.ts',
  'main.ts',
  'personal-data.ts',
  'prepare-database.ts',
  'sweep.ts',
]
/** The folders that other modules of the server's root may import. */
const serverRoot: Record<string, readonly string[]> = {
  'deps.ts': ['db', 'auth', 'cache', 'classroom', 'files', 'jobs', 'mail', 'payments'],
}

/** The payments subfolders that a subfolder may import, besides itself and the modules of the payments root. */
const paymentFolders: Record<string, readonly string[]> = {
  provider: [],
  invoicing: ['provider'],
  refunds: ['provider', 'invoicing'],
  settlement: ['provider', 'invoicing', 'refunds'],
  requests: ['provider', 'refunds'],
  checkout: ['provider', 'settlement'],
  cancellations: ['refunds', 'requests'],
  offline: ['provider', 'invoicing', 'refunds', 'settlement'],
  records: ['provider', 'invoicing', 'refunds', 'requests', 'settlement'],
}

const webFeatures = [
  'accounts',
  'catalog',
  'certificates',
  'classes',
  'content',
  'enquiries',
  'enrolment',
  'payments',
  'reviews',
  'search',
]
const webLevels: Record<string, number> = {
  lib: 0,
  ...Object.fromEntries(webFeatures.map((feature) => [feature, 1])),
  site: 2,
  routes: 3,
}

/** Screens of the console import the parts below them, and never each other. */
const consoleParts = [
  'api',
  'parts',
  'dates',
  'fields',
  'resource',
  'calendar',
  'recordings',
  'work',
  'trials',
  'money',
  'issuing',
  'history',
]
const consoleScreens = [
  'sign-in',
  'account',
  'attendance',
  'certificates',
  'class-recordings',
  'submissions',
  'companies',
  'staff',
  'audit',
  'batches',
  'courses',
  'holidays',
  'instructors',
  'media',
  'blogs',
  'utilities',
  'projects',
  'testimonials',
  'policies',
  'settings',
  'leads',
  'questions',
  'reviews',
  'reply-templates',
  'students',
  'imports',
  'messages',
  'payments',
  'approvals',
  'requests',
  'refunds',
  'offline-payments',
  'documents',
  'disputes',
  'review',
  'figures',
  'teaching',
  'classroom',
  'today',
]
const consoleLevels: Record<string, number> = {
  ...Object.fromEntries(consoleParts.map((folder, level) => [folder, level])),
  ...Object.fromEntries(consoleScreens.map((folder) => [folder, consoleParts.length])),
  shell: consoleParts.length + 1,
}

const within = (folder: string, names: Iterable<string>) => Array.from(names, (name) => `${folder}/${name}`)

/** The folders and files that the rules above name. One that does not exist would be a rule about nothing. */
export const ruledPaths: readonly string[] = [
  ...Object.entries(topFolders).flatMap(([folder, others]) => [folder, ...(others ?? [])]),
  ...within('server', [
    ...composition,
    ...Object.entries({ ...serverFolders, ...serverRoot }).flatMap(([name, others]) => [name, ...others]),
  ]),
  ...within(
    'server/payments',
    Object.entries(paymentFolders).flatMap(([folder, others]) => [folder, ...others]),
  ),
  ...within('web', Object.keys(webLevels)),
  ...within('console', Object.keys(consoleLevels)),
]

const forbiddenNames = /^(utils?|common|helpers?|misc)$/i

/** `from` is a path from the project's root. `to` is a path or a package name. */
export type Import = { from: string; to: string; isPackage: boolean }

/** Returns why an import is not allowed, or null. Tests may import anything. */
export function checkImport({ from, to, isPackage }: Import): string | null {
  if (isTest(from)) return null
  if (isPackage) return from.startsWith('contract/') && to !== 'zod' ? 'contract imports no package but zod' : null
  if (isTest(to)) return 'only tests import tests'

  const [here = '', ...inside] = from.split('/')
  const [there = '', ...target] = to.split('/')
  const allowed = topFolders[here]
  if (allowed && !allowed.includes(there)) return `${here} imports only ${list(allowed)}`
  if (here === 'server' && there === 'server') return checkServerImport(inside, target)
  if (here === 'web' && there === 'web') return checkWebImport(inside, target)
  if (here === 'console' && there === 'console') return checkConsoleImport(inside, target)
  return null
}

function checkServerImport(from: string[], to: string[]): string | null {
  const [here = ''] = from
  const [there = ''] = to
  if (from.length === 1 && composition.includes(here)) return null
  if (to.length === 1) return composition.includes(there) ? `${there} is a composition root: no server folder imports it` : null
  if (here === 'payments' && there === 'payments') return checkPaymentsImport(from.slice(1), to.slice(1))
  if (here === there) return null
  const allowed = from.length === 1 ? (serverRoot[here] ?? storage) : (serverFolders[here] ?? [])
  return allowed.includes(there)
    ? null
    : `server/${here} imports ${allowed.length === 0 ? 'no other folder' : `only ${list(allowed)}`}`
}

function checkPaymentsImport(from: string[], to: string[]): string | null {
  const [here = ''] = from
  const [there = ''] = to
  if (from.length === 1) return null
  if (to.length === 1) return there.endsWith('routes.ts') ? 'payments subfolders never import the routes' : null
  if (here === there || paymentFolders[here]?.includes(there)) return null
  return `payments/${here} imports only the subfolders ${list(paymentFolders[here] ?? [])}`
}

function checkWebImport(from: string[], to: string[]): string | null {
  const [here = ''] = from
  const [there = ''] = to
  const [fromLevel, toLevel] = [levelOf(from), levelOf(to)]
  if (fromLevel === 1 && toLevel === 1 && here !== there) return 'features of web never import each other'
  return toLevel > fromLevel ? 'web imports lower levels only: lib, features, site, routes' : null
}

/** Modules of web's root have the highest level. */
function levelOf(path: string[]): number {
  return path.length === 1 ? 4 : (webLevels[path[0] ?? ''] ?? 4)
}

/** `access.ts` stands beside the folders because all of them ask it. Other modules of the root compose them. */
function checkConsoleImport(from: string[], to: string[]): string | null {
  if (from.length === 1 || to[0] === 'access.ts') return null
  if (to.length === 1) return 'folders of console never import the modules that compose them'
  const [here = '', there = ''] = [from[0], to[0]]
  if (consoleScreens.includes(here) && consoleScreens.includes(there) && here !== there) {
    return 'screens of console never import each other'
  }
  return (consoleLevels[there] ?? 0) > (consoleLevels[here] ?? 0)
    ? 'console imports lower levels only: api, parts, fields, resource, screens, shell'
    : null
}

/** Returns why a file's name or folder is not allowed, or null. */
export function checkPath(path: string): string | null {
  const bad = path.split('/').find((part) => forbiddenNames.test(part.replace(/\..*$/, '')))
  if (bad) return `"${bad}" is too general: name the file after its purpose`
  const [top = '', ...inside] = path.split('/')
  const folders = inside.slice(0, -1)
  const withoutRule = firstWithoutRule(top, folders)
  return withoutRule ? `no import rule names the folder ${withoutRule}` : null
}

function firstWithoutRule(top: string, [folder, subfolder]: string[]): string | null {
  if (!(top in topFolders)) return top
  if (folder === undefined) return null
  if (top === 'server' && !(folder in serverFolders)) return `server/${folder}`
  if (top === 'server' && folder === 'payments' && subfolder !== undefined && !(subfolder in paymentFolders)) {
    return `server/payments/${subfolder}`
  }
  if (top === 'console' && !(folder in consoleLevels)) return `console/${folder}`
  return top === 'web' && !(folder in webLevels) ? `web/${folder}` : null
}

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
}

function list(names: readonly string[]): string {
  return names.join(' and ')
}
