import { readFileSync } from 'node:fs'

interface Package {
  version: string
}

/** The version of this program, as `CHANGELOG.md` names it. */
export const version = (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Package).version

/** A variable that a version no longer reads, and what to do. */
export interface RetiredSetting {
  name: string
  since: string
  advice: string
}

/** Variables that no longer count. An upgrade names those that a school still sets. */
export const retiredSettings: readonly RetiredSetting[] = []
