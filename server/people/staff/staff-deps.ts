import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'

/** What the verbs need that operators run too. */
export type StaffDeps = Pick<Deps, 'db' | 'jobs' | 'random'> & { config: Pick<Config, 'authSecrets' | 'publicUrl'> }
