import type { Faults } from './faults.ts'
import type { Clock } from './sandbox-clock.ts'
import type { Store } from './open-store.ts'

/** The dependencies of the sandbox's functions. */
export interface Sandbox {
  store: Store
  clock: Clock
  faults: Faults
  keyId: string
  keySecret: string
  webhookSecret: string
  webhookUrl: string
  accountId: string
  log(line: string): void
}
