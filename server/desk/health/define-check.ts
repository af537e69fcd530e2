import type { Config } from '#server/config.ts'
import type { Queryable } from '#server/platform/db/query.ts'

/** What the checks look at. A setting that is not known here makes its checks leave out. */
export interface HealthSource {
  db: Queryable
  settings: Pick<Config, 'environment' | 'dataDir' | 'diskReserveBytes' | 'backupDir'> & {
    mailFrom?: string | undefined
    publicUrl?: string | undefined
    providerUrl?: string | undefined
    /** Addresses of name servers, with a port; those of the machine by default. */
    nameServers?: readonly string[] | undefined
  }
}

export interface Finding {
  /** False when a person has to do something. */
  ok: boolean
  figure: string
  /** What to do, in one sentence. */
  advice?: string
}

export interface Check {
  /** Stays the same from version to version, for programs that read it. */
  name: string
  title: string
  /** Returns undefined when there is nothing to check here. It may throw: then the check has failed. */
  find(source: HealthSource): Promise<Finding | undefined>
}

/** Milliseconds that a check waits for a neighbour. */
export const neighbourTimeoutMs = 4000
