/** Features of the server and which others each may import, as docs and reviews speak of them. */
const FEATURES: Record<string, readonly string[]> = {
  catalog: [],
  accounts: [],
  content: [],
  enquiries: [],
  search: [],
  sharing: [],
  enrolment: ['catalog', 'accounts'],
  payments: ['enrolment', 'catalog', 'accounts'],
  classes: ['enrolment'],
  staff: ['catalog', 'accounts', 'content', 'enquiries', 'enrolment', 'payments', 'classes'],
}

/** Which top folders a top folder may import; those not named here (tests, scripts, bench) may import any. */
const FOLDERS: Record<string, readonly string[]> = {
  contract: ['contract'],
  server: ['server', 'contract', 'build'],
  web: ['web', 'contract'],
  console: ['console', 'contract'],
  postgres: ['postgres'],
  dev: ['dev', 'contract', 'postgres'],
}

const FORBIDDEN_NAMES = /^(utils?|common|helpers?|misc)$/i

/** `from` is a path from the project's root, `to` another or the name of a package. */
export type Import = { from: string; to: string; isPackage: boolean }

/** Why an import is not allowed, or null. Tests may import what they need. */
export function judgeImport({ from, to, isPackage }: Import): string | null {
  if (isTest(from)) return null
  if (isPackage) return from.startsWith('contract/') && to !== 'zod' ? 'contract imports no package but zod' : null
  if (isTest(to)) return 'nothing but a test imports a test'

  const [here = '', ...inside] = from.split('/')
  const [there = '', ...target] = to.split('/')
  const allowed = FOLDERS[here]
  if (allowed && !allowed.includes(there)) return `${here} imports ${list(allowed)} alone`
  if (here === 'server' && there === 'server') return judgeFeatures(inside[0], target[0])
  if (here === 'web' && there === 'web') return judgeLevels(inside, target)
  return null
}

function judgeFeatures(here = '', there = ''): string | null {
  const allowed = FEATURES[here]
  if (!allowed || here === there || !FEATURES[there]) return null
  return allowed.includes(there)
    ? null
    : `server/${here} imports ${allowed.length === 0 ? 'no other feature' : `of the features ${list(allowed)} alone`}`
}

const LEVELS = { ui: 0, lib: 0, feature: 1, site: 2, routes: 3, root: 4 }

function judgeLevels(here: string[], there: string[]): string | null {
  const [mine, theirs] = [levelOf(here), levelOf(there)]
  if (mine === 'feature' && theirs === 'feature' && here[0] !== there[0]) return 'features of web never import each other'
  return LEVELS[theirs] > LEVELS[mine]
    ? `in web, ${mine} never imports ${theirs}: the way is ui and lib, features, site, routes`
    : null
}

function levelOf(path: string[]): keyof typeof LEVELS {
  const [folder] = path
  if (path.length === 1) return 'root'
  return folder === 'ui' || folder === 'lib' || folder === 'site' || folder === 'routes' ? folder : 'feature'
}

export function judgeName(path: string): string | null {
  const bad = path.split('/').find((part) => FORBIDDEN_NAMES.test(part.replace(/\..*$/, '')))
  return bad ? `"${bad}" says nothing: name it by what it does` : null
}

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
}

function list(names: readonly string[]): string {
  return names.join(' and ')
}
