import type { Sandbox } from './sandbox.ts'

export type JobKind = 'authorise_late' | 'expire_authorisation' | 'process_refund' | 'fail_refund'

/** Schedules a change in sandbox time. It survives a restart. */
export function scheduleJob(sandbox: Sandbox, kind: JobKind, subject: string, afterMs: number): void {
  sandbox.store.run('insert into jobs (due_at, kind, subject) values (?, ?, ?)', sandbox.clock.now() + afterMs, kind, subject)
}
