/** The top folders that a top folder may import. `null` allows any. A folder that is missing here is a breach. */
const topFolders: Record<string, readonly string[] | null> = {
  contract: ['contract'],
  server: ['server', 'contract', 'build'],
  classroom: ['classroom', 'contract'],
  ui: ['ui'],
  web: ['web', 'contract', 'ui'],
  console: ['console', 'contract', 'ui'],
  postgres: ['postgres'],
  dev: ['dev', 'contract', 'postgres'],
  demo: ['demo', 'dev', 'server', 'contract'],
  tests: null,
  scripts: null,
  bench: null,
}

/** From the top down, the same in server, contract, console and web. A district imports the districts below it and never one above. */
export const districts = [
  'desk',
  'money',
  'learning',
  'classes',
  'enrolment',
  'people',
  'catalog',
  'site',
  'messaging',
  'platform',
] as const

/** What a top folder has beside its districts. */
interface Layout {
  /** Folders below all districts, from the lowest up. */
  below: readonly string[]
  /** Folders above all districts, from the lowest up. */
  above: readonly string[]
  /** Files of the top folder itself that its districts may import. The others compose the districts and are imported by none. */
  importable: readonly string[] | 'all'
}

const layouts: Record<string, Layout> = {
  server: { below: [], above: [], importable: ['deps.ts', 'config.ts'] },
  contract: { below: [], above: [], importable: 'all' },
  console: { below: ['kit'], above: [], importable: [] },
  web: { below: ['lib'], above: ['frame', 'routes'], importable: [] },
}

/** Files of a top folder that may import a district, though districts import them: they name types, and main.ts fills them in. */
const typeOnlyFiles = ['server/deps.ts']

/** Imports that run up or out, each with its reason. From and to are folders or files. */
const exceptions: readonly { from: string; to: readonly string[]; why: string }[] = [
  {
    from: 'server/platform/backups',
    to: ['postgres'],
    why: 'a backup copies the files of the embedded PostgreSQL, and starts another one to restore them',
  },
  {
    from: 'console/classes/batches',
    to: ['console/money/dialogs', 'console/learning/batch-certificates', 'console/learning/work'],
    why: 'the page of a batch shows places, work and certificates together',
  },
  {
    from: 'console/classes/teaching',
    to: ['console/learning/batch-certificates', 'console/learning/work'],
    why: 'an instructor sees the work and the certificates of a class in one place',
  },
]

/** Folders and files that the rules name. One that does not exist would be a rule about nothing. */
export const ruledPaths: readonly string[] = [
  ...Object.entries(topFolders).flatMap(([folder, others]) => [folder, ...(others ?? [])]),
  ...Object.entries(layouts).flatMap(([top, { below, above, importable }]) =>
    [...below, ...above, ...(importable === 'all' ? [] : importable)].map((name) => `${top}/${name}`),
  ),
  ...districts.map((district) => `server/${district}`),
  ...typeOnlyFiles,
  ...exceptions.flatMap(({ from, to }) => [from, ...to]),
]

const forbiddenNames = /^(utils?|common|helpers?|misc)$/i

/** `from` is a path from the project's root. `to` is a path or a package name. */
export type Import = { from: string; to: string; isPackage: boolean }

/** Returns why an import is not allowed, or null. Tests may import anything. */
export function checkImport({ from, to, isPackage }: Import): string | null {
  if (isTest(from)) return null
  if (isPackage) return from.startsWith('contract/') && to !== 'zod' ? 'contract imports no package but zod' : null
  if (isTest(to)) return 'only tests import tests'

  const [here = ''] = from.split('/')
  const [there = ''] = to.split('/')
  const allowed = topFolders[here]
  const isExcepted = exceptions.some((one) => isWithin(from, one.from) && one.to.some((folder) => isWithin(to, folder)))
  if (isExcepted) return null
  if (allowed && !allowed.includes(there)) return `${here} imports only ${allowed.join(' and ')}`
  const layout = layouts[here]
  return layout && here === there ? checkDistricts(layout, from, to) : null
}

function checkDistricts(layout: Layout, from: string, to: string): string | null {
  const [[, here = '', ...fromInside], [, there = '', ...toInside]] = [from.split('/'), to.split('/')]
  if (fromInside.length === 0) {
    // The importable files are the lowest level: what they import, all of their importers get.
    const isImportable = layout.importable === 'all' || layout.importable.includes(here)
    return !isImportable || toInside.length === 0 || there === districts.at(-1) || typeOnlyFiles.includes(from)
      ? null
      : `${from} stands below the districts and imports none`
  }
  if (toInside.length === 0) {
    return layout.importable === 'all' || layout.importable.includes(there)
      ? null
      : `${to} composes the districts and is imported by none`
  }
  if (levelOf(layout, there) > levelOf(layout, here)) return `${there} stands above ${here}: ${orderOf(layout)}`
  const isPage = from.startsWith('web/') && isDistrict(here) && isDistrict(there)
  return isPage && here !== there ? 'districts of web never import each other: what two of them need stands in lib' : null
}

const isDistrict = (folder: string) => districts.some((district) => district === folder)
const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** The folders of a top folder from the lowest up. */
const levelsOf = ({ below, above }: Layout) => [...below, ...districts.toReversed(), ...above]
const levelOf = (layout: Layout, folder: string) => levelsOf(layout).indexOf(folder)
const orderOf = (layout: Layout) => `${levelsOf(layout).toReversed().join(', ')} is the order`

/**
 * The feature of a file: the folder inside its district, or the district when the file lies in no folder of it. Null outside of
 * districts and kits. Features of a district may import each other, but never in a circle.
 */
export function featureOf(path: string): string | null {
  const [top = '', district, folder, ...inside] = path.split('/')
  if (!(top in layouts) || district === undefined || folder === undefined) return null
  return inside.length === 0 ? `${top}/${district}` : `${top}/${district}/${folder}`
}

/** Returns why a file's name or folder is not allowed, or null. */
export function checkPath(path: string): string | null {
  const bad = path.split('/').find((part) => forbiddenNames.test(part.replace(/\..*$/, '')))
  if (bad) return `"${bad}" is too general: name the file after its purpose`
  const [top = '', folder, ...inside] = path.split('/')
  if (!(top in topFolders)) return `no import rule names the folder ${top}`
  const layout = layouts[top]
  if (!layout || folder === undefined || inside.length === 0) return null
  if (levelOf(layout, folder) === -1) return `no import rule names the folder ${top}/${folder}`
  return inside.length > 3 && isCode(path) ? 'a district has at most two levels of folders' : null
}

const isCode = (path: string) => /\.tsx?$/.test(path)

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
}
